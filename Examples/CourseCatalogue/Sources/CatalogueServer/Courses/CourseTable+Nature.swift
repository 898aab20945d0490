extension CourseTable {
    /// The courses in biology, chemistry and physics.
    static let nature = """
        bio-101 | biology | beginner | en | Field Botany on Foot
          Ines Albrecht | 2031-03-04T17:00:00Z | 6 | 24 | 9 | plants, outdoors
          Name forty wild plants by leaf, flower and place on six evening walks.
        bio-104 | biology | beginner | en | Birds by Ear
          Ruben Castellane | 2031-04-05T05:30:00Z | 4 | 18 | 0 | birds, outdoors, sound
          Early mornings in the park: learn thirty songs and who sings them.
        bio-110 | biology | beginner | fr | Les champignons de nos forêts
          Odile Marchant | 2031-09-13T08:00:00Z | 5 | 16 | 4 | fungi, outdoors
          Reconnaître les espèces courantes, et surtout celles qu'il faut laisser.
        bio-203 | biology | intermediate | en | The Microscope at Home
          Tomasz Wieland | 2031-02-11T18:30:00Z | 8 | 12 | 5 | laboratory, cells
          From pond water to stained tissue with an instrument you can afford.
        bio-210 | biology | intermediate | en | Insects of a Single Garden
          Ines Albrecht | 2031-05-06T16:00:00Z | 10 | 14 | 6 | insects, outdoors, data
          Count, draw and map everything with six legs in four hundred square metres.
        bio-215 | biology | intermediate | de | Genetik verständlich
          Harro Lindqvist | 2031-10-07T18:00:00Z | 8 | 30 | 17 | genetics, cells
          Von Mendels Erbsen bis zur Genschere, mit vielen Rechenbeispielen.
        bio-302 | biology | advanced | en | Reading a Phylogenetic Tree
          Nadja Oyelaran | 2031-03-18T18:00:00Z | 6 | 15 | 8 | evolution, data
          What a tree of species claims, how it was built and where it may be wrong.
        bio-307 | biology | advanced | en | Ecology with Real Data
          Harro Lindqvist | 2031-09-02T17:30:00Z | 12 | 20 | 3 | ecology, data, statistics
          Mark-recapture, transects and models, with thirty years of one lake's counts.
        bio-310 | biology | intermediate | en | Bees and Their Keepers
          Ruben Castellane | 2031-04-12T09:00:00Z | 9 | 12 | 1 | insects, outdoors, food
          A season at the hives, from the first warm day to the honey harvest.
        bio-401 | biology | advanced | en | Neurons and Networks
          Nadja Oyelaran | 2031-10-14T18:00:00Z | 10 | 18 | 11 | brain, modelling
          How single cells compute, and what changes when thousands are connected.
        che-101 | chemistry | beginner | en | Chemistry in the Kitchen
          Salome Brandvold | 2031-02-05T18:00:00Z | 6 | 20 | 2 | food, experiments
          Acids, emulsions, browning and foam, explained with what is in the cupboard.
        che-105 | chemistry | beginner | en | Colours and Where They Come From
          Pavel Herrgott | 2031-04-09T17:30:00Z | 5 | 16 | 7 | dyes, experiments, art
          Make indigo, cochineal and iron-gall ink, and learn why they are coloured.
        che-112 | chemistry | beginner | es | Química de lo cotidiano
          Marisol Ferreyra | 2031-09-10T17:00:00Z | 8 | 24 | 13 | experiments, household
          Jabones, plásticos, pilas y detergentes: qué son y qué les pasa al usarlos.
        che-204 | chemistry | intermediate | en | Water: Testing and Treating It
          Salome Brandvold | 2031-03-12T18:00:00Z | 6 | 14 | 6 | laboratory, environment
          Hardness, nitrate, chlorine and germs, measured in samples that you bring.
        che-208 | chemistry | intermediate | en | Crystals You Can Grow
          Pavel Herrgott | 2031-11-05T18:00:00Z | 7 | 12 | 0 | experiments, laboratory
          From alum to bismuth: patience, purity and the shapes that follow.
        che-213 | chemistry | intermediate | de | Grundlagen der organischen Chemie
          Wiebke Tannhaus | 2031-10-01T17:30:00Z | 12 | 28 | 19 | molecules
          Strukturen lesen, Reaktionen verstehen, Namen ohne Angst.
        che-220 | chemistry | intermediate | en | Batteries from the Inside
          Kofi Renaudin | 2031-05-14T18:00:00Z | 6 | 18 | 10 | energy, experiments
          Build five kinds of cell and measure why each of them ages.
        che-301 | chemistry | advanced | en | Spectra and What They Say
          Wiebke Tannhaus | 2031-02-26T18:00:00Z | 10 | 12 | 4 | laboratory, data
          Infrared, mass and NMR spectra read side by side, one unknown a week.
        che-306 | chemistry | advanced | en | The Chemistry of Scent
          Marisol Ferreyra | 2031-09-24T18:00:00Z | 8 | 10 | 1 | perfume, molecules
          Volatility, receptors and accords, with a blend of your own at the end.
        che-310 | chemistry | advanced | en | Green Processes
          Kofi Renaudin | 2031-11-12T17:30:00Z | 8 | 16 | 12 | environment, industry
          Solvents, catalysts and yields judged by what they leave behind.
        phy-101 | physics | beginner | en | Why Things Fall
          Leopold Anquetil | 2031-02-03T18:00:00Z | 6 | 26 | 15 | mechanics, history
          Mechanics from the inclined plane to the tides, with almost no algebra.
        phy-103 | physics | beginner | en | The Night Sky Without a Telescope
          Yara Dellwood | 2031-10-06T19:30:00Z | 5 | 20 | 3 | astronomy, outdoors
          Find your way among stars and planets with eyes, a map and a red lamp.
        phy-108 | physics | beginner | de | Elektrizität zum Anfassen
          Jorn Sasse | 2031-03-03T17:30:00Z | 8 | 16 | 8 | electronics, experiments
          Strom, Spannung und Widerstand an Schaltungen, die man selbst steckt.
        phy-202 | physics | intermediate | en | Sound, Strings and Rooms
          Leopold Anquetil | 2031-04-07T18:00:00Z | 8 | 18 | 5 | sound, music, experiments
          Why a violin is not a flute, and why the hall matters as much as either.
        phy-207 | physics | intermediate | en | Build a Radio
          Jorn Sasse | 2031-09-08T17:30:00Z | 9 | 12 | 0 | electronics, craft
          From a crystal set to a superheterodyne, soldered and understood.
        phy-211 | physics | intermediate | en | Relativity with Pencil and Paper
          Amina Voskuijl | 2031-05-05T18:00:00Z | 6 | 24 | 11 | relativity, geometry
          Space-time diagrams instead of formulas, until the paradoxes dissolve.
        phy-216 | physics | intermediate | fr | L'énergie en chiffres
          Baptiste Corvaisier | 2031-11-03T18:00:00Z | 6 | 22 | 14 | energy, environment
          Ordres de grandeur pour le chauffage, les transports et le réseau électrique.
        phy-303 | physics | advanced | en | Astrophotography
          Yara Dellwood | 2031-10-20T19:30:00Z | 8 | 10 | 2 | astronomy, photography
          Tracking, stacking and calibrating, for those who own a camera and a mount.
        phy-309 | physics | advanced | en | Quantum Ideas, Carefully
          Amina Voskuijl | 2031-02-17T18:00:00Z | 12 | 20 | 9 | quantum, mathematics
          Two-state systems first; the cat comes last and is quite unharmed.
        phy-315 | physics | advanced | en | Weather Models Explained
          Baptiste Corvaisier | 2031-03-24T18:00:00Z | 8 | 18 | 7 | weather, modelling, data
          Grids, ensembles and why Thursday is harder to forecast than Tuesday.
        """
}
