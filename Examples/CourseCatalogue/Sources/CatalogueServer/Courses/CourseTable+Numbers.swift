extension CourseTable {
    /// The courses in mathematics, computing and economics.
    static let numbers = """
        mat-101 | mathematics | beginner | en | Numbers for People Who Left
          Edda Kirwan | 2031-02-06T18:00:00Z | 10 | 20 | 6 | arithmetic, confidence
          Fractions, percentages and estimates, at a pace that leaves nobody behind.
        mat-104 | mathematics | beginner | en | Puzzles and the Ideas Behind Them
          Silvan Oduya | 2031-03-06T18:30:00Z | 6 | 22 | 10 | logic, games
          Weighings, crossings and colourings that turn out to be theorems.
        mat-109 | mathematics | beginner | de | Statistik für den Alltag
          Friederike Mohnhaupt | 2031-04-10T17:30:00Z | 6 | 24 | 12 | statistics, data
          Umfragen, Mittelwerte und Risiken in der Zeitung richtig lesen.
        mat-202 | mathematics | intermediate | en | Geometry by Folding
          Edda Kirwan | 2031-05-08T18:00:00Z | 5 | 16 | 1 | geometry, paper, craft
          What ruler and compass cannot do, a sheet of paper can.
        mat-206 | mathematics | intermediate | en | Calculus Without Tears
          Silvan Oduya | 2031-09-04T18:00:00Z | 12 | 30 | 21 | calculus
          Change and area from pictures, then rules, then practice.
        mat-210 | mathematics | intermediate | en | Probability at the Card Table
          Ottavia Brunello | 2031-10-09T18:30:00Z | 6 | 18 | 4 | probability, games
          Odds, expectation and streaks, dealt and counted by hand.
        mat-217 | mathematics | intermediate | es | Álgebra lineal visual
          Joaquin Rebollar | 2031-03-13T17:30:00Z | 8 | 26 | 16 | algebra, geometry
          Matrices como movimientos del plano, antes que como tablas de números.
        mat-301 | mathematics | advanced | en | Graphs and Networks
          Ottavia Brunello | 2031-02-20T18:00:00Z | 8 | 20 | 8 | networks, logic
          Paths, matchings and colourings, with the proofs that make them work.
        mat-305 | mathematics | advanced | en | Number Theory for Evenings
          Friederike Mohnhaupt | 2031-10-16T18:00:00Z | 10 | 16 | 5 | primes, cryptography
          Primes, remainders and residues, up to how a public key works.
        mat-312 | mathematics | advanced | en | Bayesian Thinking
          Joaquin Rebollar | 2031-11-06T18:00:00Z | 8 | 18 | 0 | statistics, probability, data
          Priors, likelihoods and honest uncertainty, worked by hand and by machine.
        com-101 | computing | beginner | en | First Steps in Programming
          Mirela Stanhope | 2031-02-04T18:00:00Z | 10 | 24 | 7 | programming
          Variables, loops and small games, with a partner beside you.
        com-103 | computing | beginner | en | Understanding Your Home Network
          Gerrit Paulsson | 2031-03-05T18:00:00Z | 4 | 18 | 9 | networks, household
          Routers, addresses and dead corners; bring the box that blinks.
        com-107 | computing | beginner | de | Programmieren mit Swift
          Hanneke Dorrestijn | 2031-09-09T17:30:00Z | 12 | 20 | 2 | programming, swift
          Von der ersten Zeile bis zu einer kleinen App, Schritt für Schritt.
        com-202 | computing | intermediate | en | Spreadsheets That Do Not Lie
          Mirela Stanhope | 2031-04-08T18:00:00Z | 5 | 22 | 13 | data, office
          Layout, checks and formulas that a colleague can still follow in a year.
        com-205 | computing | intermediate | en | Databases from Scratch
          Anselm Okoro | 2031-03-11T18:00:00Z | 8 | 18 | 6 | data, sql
          Tables, keys, joins and the questions that a schema can answer.
        com-209 | computing | advanced | en | Concurrency in Swift
          Hanneke Dorrestijn | 2031-05-13T18:00:00Z | 6 | 16 | 3 | programming, swift
          Tasks, actors and cancellation, learnt by repairing what others broke.
        com-214 | computing | beginner | fr | Sécurité numérique pour tous
          Clemence Touvier | 2031-10-08T17:30:00Z | 4 | 26 | 18 | security, household
          Mots de passe, sauvegardes et pièges courants, sans jargon.
        com-301 | computing | advanced | en | How a Compiler Works
          Anselm Okoro | 2031-09-16T18:00:00Z | 12 | 14 | 4 | programming, languages
          Write a small one: scanner, parser, checker and a machine to run it.
        com-306 | computing | advanced | en | Networks, Packet by Packet
          Gerrit Paulsson | 2031-10-21T18:00:00Z | 8 | 16 | 0 | networks, security
          TCP, TLS and HTTP as they look on the wire, lost packets included.
        com-311 | computing | advanced | en | Machine Learning, Plainly
          Clemence Touvier | 2031-02-18T18:00:00Z | 10 | 24 | 10 | modelling, data, statistics
          Fit, overfit and evaluate with data sets small enough to look at.
        eco-101 | economics | beginner | en | Money in Plain Words
          Wendelin Achterberg | 2031-03-12T17:30:00Z | 5 | 26 | 11 | household, confidence
          Interest, inflation and insurance, with your own figures if you like.
        eco-104 | economics | beginner | en | How Prices Are Made
          Rosalba Tynan | 2031-02-13T18:00:00Z | 6 | 24 | 13 | markets, games
          Auctions, queues and bargains played in class before they are explained.
        eco-109 | economics | beginner | fr | Comptabilité pour associations
          Honorine Lascaux | 2031-10-09T17:30:00Z | 4 | 18 | 5 | accounting, office
          Tenir les comptes, préparer l'assemblée, dormir tranquille.
        eco-202 | economics | intermediate | en | Starting a Small Business
          Wendelin Achterberg | 2031-04-03T17:30:00Z | 8 | 18 | 2 | accounting, office
          A plan, a budget and an honest list of what could go wrong.
        eco-206 | economics | intermediate | en | The Economics of Cities
          Rosalba Tynan | 2031-05-15T18:00:00Z | 6 | 20 | 9 | cities, data
          Rents, commutes and why bakeries sit next to bakeries.
        eco-211 | economics | intermediate | de | Energie und Märkte
          Detlev Sorensen | 2031-11-06T17:30:00Z | 6 | 22 | 15 | energy, markets
          Wie Strom gehandelt wird und was eine Kilowattstunde wirklich kostet.
        eco-301 | economics | advanced | en | Game Theory Workshop
          Detlev Sorensen | 2031-02-27T18:00:00Z | 8 | 16 | 0 | games, mathematics, logic
          Dilemmas, signals and commitments, played for chocolate.
        eco-304 | economics | advanced | en | Reading Annual Reports
          Honorine Lascaux | 2031-09-25T17:30:00Z | 5 | 16 | 8 | accounting, research
          Start at the notes: what the numbers say and what they were asked to say.
        eco-308 | economics | advanced | en | Commons and Cooperatives
          Imke Ballantyne | 2031-10-23T18:00:00Z | 6 | 18 | 10 | politics, environment
          Pastures, fisheries and housing run by those who use them.
        eco-313 | economics | advanced | en | Causes from Data
          Imke Ballantyne | 2031-03-20T18:00:00Z | 10 | 14 | 4 | statistics, data, research
          Natural experiments, controls and the many ways to fool yourself.
        """
}
