extension CourseTable {
    /// The courses in craft, cooking and health.
    static let everyday = """
        cra-101 | craft | beginner | en | Bookbinding for Beginners
          Ottokar Wynne | 2031-02-15T09:00:00Z | 5 | 10 | 0 | paper
          Fold, sew and case three notebooks that open flat.
        cra-104 | craft | beginner | en | Bicycle Repair
          Jolanda Stigter | 2031-03-15T09:00:00Z | 4 | 12 | 3 | metal, household
          Brakes, gears, bearings and the puncture you have been putting off.
        cra-107 | craft | beginner | de | Nähen mit der Maschine
          Traute Hempel | 2031-10-04T08:00:00Z | 8 | 12 | 5 | textiles
          Einfädeln, Säume, Reißverschlüsse und eine Tasche zum Mitnehmen.
        cra-110 | craft | beginner | en | Knitting Circle
          Traute Hempel | 2031-09-05T16:00:00Z | 12 | 20 | 11 | textiles, conversation
          From casting on to a pair of socks, at everybody's own speed.
        cra-202 | craft | intermediate | en | Green Woodworking
          Emeric Haldane | 2031-05-17T08:00:00Z | 6 | 8 | 2 | wood, outdoors
          Spoons and a stool from fresh birch, with axe, knife and pole lathe.
        cra-206 | craft | intermediate | en | Basketry with Willow
          Jolanda Stigter | 2031-11-08T09:00:00Z | 5 | 10 | 4 | plants, outdoors
          Sort, soak and weave a round basket that holds apples.
        cra-209 | craft | intermediate | de | Weben am Rahmen
          Gesine Obermair | 2031-04-05T08:00:00Z | 8 | 10 | 6 | textiles, dyes
          Kette, Schuss und Muster, mit selbst gefärbter Wolle.
        cra-213 | craft | intermediate | en | Silver Ring Workshop
          Emeric Haldane | 2031-06-07T09:00:00Z | 4 | 8 | 0 | metal, jewellery
          Saw, solder, file and polish a ring in your size.
        cra-301 | craft | advanced | en | Furniture Joinery
          Ottokar Wynne | 2031-09-06T08:00:00Z | 12 | 8 | 1 | wood
          Dovetails and mortises on the way to a small cabinet.
        cra-305 | craft | advanced | en | Pattern Drafting
          Gesine Obermair | 2031-10-11T08:00:00Z | 10 | 10 | 3 | textiles, geometry
          From your measurements to a block, from the block to a jacket.
        coo-101 | cooking | beginner | en | Bread with Wild Yeast
          Barnaby Kessel | 2031-02-08T09:00:00Z | 4 | 12 | 0 | baking, food
          Keep a starter alive and bake a loaf that sings as it cools.
        coo-103 | cooking | beginner | en | Knife Skills and Vegetables
          Xiadani Morrow | 2031-03-07T17:00:00Z | 4 | 14 | 4 | food, confidence
          Seven cuts, ten vegetables and dinner at the end.
        coo-107 | cooking | beginner | fr | Cuisine du marché
          Valerian Hautmont | 2031-05-16T08:00:00Z | 6 | 12 | 2 | food, walks
          Acheter le matin, décider ensuite, manger à midi.
        coo-110 | cooking | beginner | de | Einmachen und Fermentieren
          Hedda Vogelsang | 2031-09-12T16:00:00Z | 5 | 14 | 7 | food, preserving
          Gläser, Salz und Geduld: Sauerkraut, Gurken, Marmelade.
        coo-202 | cooking | intermediate | en | Regional Indian Cooking
          Xiadani Morrow | 2031-04-11T17:00:00Z | 6 | 12 | 1 | food, spices
          Six kitchens from Kerala to Punjab, and the spice box they share.
        coo-205 | cooking | intermediate | it | Pasta by Hand
          Barnaby Kessel | 2031-10-10T17:00:00Z | 4 | 10 | 3 | food, craft
          Rolled, filled and shaped, with the sauces that belong to each.
        coo-209 | cooking | intermediate | en | Cheese at Home
          Hedda Vogelsang | 2031-11-07T16:00:00Z | 5 | 10 | 5 | food, preserving, experiments
          Ricotta on the first evening, a washed rind by the last.
        coo-213 | cooking | intermediate | en | Cooking for Forty
          Valerian Hautmont | 2031-06-06T15:00:00Z | 3 | 12 | 8 | food, office
          Quantities, order and calm for the feast you promised to cater.
        coo-301 | cooking | advanced | en | Chocolate Tempering
          Ondine Ferrars | 2031-11-22T09:00:00Z | 4 | 8 | 0 | food, experiments
          Crystals, temperatures and a box of pralines that snap.
        coo-304 | cooking | advanced | en | The Science of Taste
          Ondine Ferrars | 2031-02-21T17:00:00Z | 6 | 14 | 6 | food, science, brain
          Blind tastings and small experiments on salt, bitterness and memory.
        hea-101 | health | beginner | en | First Aid
          Sixten Maddox | 2031-02-01T08:00:00Z | 3 | 20 | 5 | safety
          Bleeding, burns, unconsciousness and the call for help, practised.
        hea-103 | health | beginner | en | Yoga for Stiff Backs
          Amrita Solheim | 2031-02-03T16:00:00Z | 10 | 18 | 2 | movement
          Slow, supported and with chairs where chairs help.
        hea-106 | health | beginner | de | Gut schlafen
          Reinhild Kastner | 2031-11-03T17:00:00Z | 4 | 22 | 12 | sleep
          Was der Körper nachts tut und was ihn daran hindert.
        hea-109 | health | beginner | es | Caminar con mapa
          Baldomero Ruy | 2031-05-03T07:00:00Z | 5 | 16 | 6 | outdoors, maps, movement
          Rutas de montaña sencillas, leer el terreno y llegar a tiempo.
        hea-202 | health | intermediate | en | Running without Injury
          Sixten Maddox | 2031-03-31T16:00:00Z | 8 | 16 | 4 | movement, outdoors
          Gait, load and rest, with a plan for ten unhurried kilometres.
        hea-205 | health | intermediate | en | Tai Chi, Short Form
          Amrita Solheim | 2031-09-01T16:00:00Z | 12 | 18 | 9 | movement
          Twenty-four movements, two a week, in the park when it is dry.
        hea-208 | health | intermediate | en | Nutrition Facts and Fashions
          Reinhild Kastner | 2031-10-08T17:00:00Z | 6 | 20 | 10 | food, science
          How a study becomes a headline, and what is left of it.
        hea-212 | health | intermediate | en | Climbing Basics
          Baldomero Ruy | 2031-04-04T16:00:00Z | 6 | 10 | 0 | movement, safety
          Knots, belaying and footwork on an indoor wall.
        hea-301 | health | intermediate | en | Caring for a Relative
          Philomena Crake | 2031-02-14T16:00:00Z | 6 | 16 | 7 | household, confidence
          Lifting, washing, papers and looking after yourself as well.
        hea-305 | health | advanced | en | Teaching Others to Swim
          Philomena Crake | 2031-06-02T16:00:00Z | 8 | 10 | 3 | movement, safety
          Fear first, then floating, then strokes; includes a rescue badge.
        """
}
