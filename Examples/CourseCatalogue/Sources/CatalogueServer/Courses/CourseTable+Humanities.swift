extension CourseTable {
    /// The courses in history, philosophy and literature.
    static let humanities = """
        his-101 | history | beginner | en | The City Before Cars
          Aurel Winstanley | 2031-03-10T18:00:00Z | 6 | 22 | 8 | cities, walks
          Six walks along streets whose width was set by carts and processions.
        his-104 | history | beginner | en | Reading Old Handwriting
          Benedikta Foss | 2031-02-12T17:30:00Z | 8 | 14 | 1 | archives, writing
          From copperplate back to secretary hand, with letters from a parish chest.
        his-108 | history | beginner | de | Alltag im Mittelalter
          Konrad Ehlebracht | 2031-10-13T17:30:00Z | 6 | 28 | 16 | medieval, food
          Essen, Arbeit, Recht und Feste in einer kleinen Stadt um 1400.
        his-203 | history | intermediate | en | Maps That Changed Their Makers
          Aurel Winstanley | 2031-04-14T18:00:00Z | 5 | 20 | 9 | maps, travel
          Portolans, surveys and atlases, read as arguments about the world.
        his-207 | history | intermediate | en | Family History, Properly Sourced
          Benedikta Foss | 2031-09-15T17:30:00Z | 8 | 18 | 0 | archives, research
          Registers, censuses and the art of not believing every family tree.
        his-212 | history | intermediate | fr | La vie rurale sous l'Ancien Régime
          Gaspard Thevenin | 2031-11-10T18:00:00Z | 6 | 24 | 13 | countryside, archives
          Terres, impôts et moissons d'après les registres d'un village.
        his-216 | history | intermediate | en | The Silk Roads in Objects
          Zeynep Halloran | 2031-05-12T18:00:00Z | 6 | 22 | 5 | trade, travel, art
          Twelve things that travelled far, and what they did on the way.
        his-301 | history | advanced | en | Writing Local History
          Zeynep Halloran | 2031-02-24T18:00:00Z | 10 | 12 | 4 | research, writing
          Find a question, test it in the archive, publish twenty good pages.
        his-305 | history | advanced | en | Oral History Workshop
          Gaspard Thevenin | 2031-09-22T18:00:00Z | 6 | 10 | 3 | interviews, sound, research
          Asking, listening, recording and the duties that follow.
        his-310 | history | advanced | en | Revolutions Compared
          Konrad Ehlebracht | 2031-10-27T18:00:00Z | 8 | 20 | 11 | politics, research
          Bread, debt and pamphlets: why some unrest ends a state and most does not.
        phi-101 | philosophy | beginner | en | Asking Good Questions
          Theodora Lisle | 2031-02-10T18:00:00Z | 6 | 20 | 6 | logic, discussion
          A circle of chairs, one text a week, and no need to have read anything.
        phi-105 | philosophy | beginner | en | Ethics at the Breakfast Table
          Manfred Osei | 2031-03-17T18:00:00Z | 6 | 22 | 12 | ethics, food
          Promises, animals, money and lies, in cases from ordinary mornings.
        phi-110 | philosophy | beginner | de | Antike Lebenskunst
          Roswitha Engelen | 2031-10-02T17:30:00Z | 8 | 24 | 10 | antiquity, ethics
          Stoa, Epikur und Skepsis als Übungen für heutige Tage.
        phi-202 | philosophy | intermediate | en | Arguments and How They Fail
          Theodora Lisle | 2031-04-14T17:00:00Z | 8 | 18 | 2 | logic, writing
          Premises, fallacies and the most charitable reading of your opponent.
        phi-206 | philosophy | intermediate | en | What Is a Mind?
          Ibrahim Castelrock | 2031-05-19T18:00:00Z | 8 | 20 | 9 | mind, brain
          Zombies, bats and Chinese rooms, and what each is meant to show.
        phi-211 | philosophy | intermediate | es | Filosofía de la ciencia
          Lucinda Abascal | 2031-11-04T17:30:00Z | 6 | 18 | 14 | science, logic
          Qué distingue una explicación de una descripción, con casos reales.
        phi-303 | philosophy | advanced | en | Reading Spinoza Slowly
          Roswitha Engelen | 2031-09-03T18:00:00Z | 12 | 12 | 5 | texts
          One book, one term, a few propositions an evening.
        phi-307 | philosophy | advanced | en | Justice and Institutions
          Manfred Osei | 2031-10-15T18:00:00Z | 8 | 18 | 7 | politics, ethics
          From the veil of ignorance to the queue at the town hall.
        phi-311 | philosophy | advanced | en | Time, Tense and Change
          Ibrahim Castelrock | 2031-02-19T18:00:00Z | 6 | 14 | 8 | time, relativity
          Is the past still there? Four answers and what each one costs.
        phi-314 | philosophy | intermediate | en | Aesthetics in the Museum
          Lucinda Abascal | 2031-03-26T16:00:00Z | 5 | 16 | 0 | art, walks
          Taste, beauty and frames, argued out in front of the paintings.
        lit-101 | literature | beginner | en | Short Stories, One an Evening
          Cosima Radley | 2031-02-11T18:00:00Z | 8 | 20 | 5 | reading, discussion
          Read aloud, then taken apart, then read aloud again.
        lit-104 | literature | beginner | en | Writing from Life
          Fergus Anhalt | 2031-03-04T18:00:00Z | 8 | 14 | 0 | writing
          Turn what happened into something a stranger wants to read.
        lit-108 | literature | beginner | de | Gedichte des Expressionismus
          Liesl Kaltenbach | 2031-10-07T17:30:00Z | 6 | 18 | 9 | poetry, reading
          Großstadt, Krieg und Aufbruch in zwanzig Texten.
        lit-203 | literature | intermediate | en | The Detective and the Locked Room
          Cosima Radley | 2031-04-15T18:00:00Z | 6 | 22 | 8 | reading, logic
          How fair play became a rule, and who broke it best.
        lit-206 | literature | intermediate | en | Poetry Workshop
          Fergus Anhalt | 2031-05-06T18:00:00Z | 10 | 12 | 3 | writing, poetry
          A form a week, from the ballad to the prose poem, with notes from the group.
        lit-211 | literature | intermediate | fr | Le roman au XIXe siècle
          Apolline Gerard | 2031-11-04T18:00:00Z | 8 | 20 | 12 | reading
          Argent, ambition et province, de Balzac à Zola.
        lit-215 | literature | beginner | en | Folk Tales Around the World
          Tendai Rowntree | 2031-09-09T17:00:00Z | 6 | 24 | 14 | storytelling, travel
          The same trickster under seven names, told without a book.
        lit-304 | literature | advanced | en | Editing Your Novel
          Tendai Rowntree | 2031-02-25T18:00:00Z | 12 | 10 | 2 | writing
          For those with a full draft: structure first, sentences last.
        lit-307 | literature | advanced | en | Epic in Translation
          Liesl Kaltenbach | 2031-09-23T18:00:00Z | 10 | 16 | 7 | reading, antiquity
          Gilgamesh, the Odyssey and the Shahnameh, several versions side by side.
        lit-312 | literature | advanced | en | Playwriting for a Small Stage
          Apolline Gerard | 2031-10-28T18:00:00Z | 8 | 12 | 6 | writing, theatre
          Twenty minutes, three actors, one room, and a reading at the end.
        """
}
