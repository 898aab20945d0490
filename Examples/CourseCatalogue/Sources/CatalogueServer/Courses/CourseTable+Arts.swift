extension CourseTable {
    /// The courses in music, art and languages.
    static let arts = """
        mus-101 | music | beginner | en | Singing for the Shy
          Florian Amundsen | 2031-02-05T18:00:00Z | 8 | 24 | 6 | voice, confidence
          Breath, rounds and simple harmony; nobody sings alone.
        mus-104 | music | beginner | en | Ukulele in Ten Evenings
          Calliope Reyne | 2031-03-06T17:30:00Z | 10 | 14 | 1 | strings
          Four strings, six chords and some forty songs.
        mus-107 | music | beginner | de | Notenlesen von Anfang an
          Sieglinde Praeger | 2031-10-06T17:30:00Z | 5 | 20 | 12 | theory
          Rhythmus, Tonhöhe und Tonarten, am Klavier und mit der Stimme.
        mus-203 | music | intermediate | en | Chamber Music for Amateurs
          Sieglinde Praeger | 2031-09-02T18:00:00Z | 12 | 12 | 3 | ensemble, strings
          Trios and quartets formed by level, coached every second week.
        mus-206 | music | intermediate | en | Listening to Jazz
          Dashiell Moreau | 2031-04-02T18:30:00Z | 8 | 22 | 9 | listening, history
          Twelve recordings, heard until the structure becomes audible.
        mus-210 | music | intermediate | es | Percusión latina
          Evaristo Quintal | 2031-05-08T17:30:00Z | 8 | 14 | 0 | rhythm, ensemble
          Clave, conga y cencerro: tocar en grupo desde el primer día.
        mus-214 | music | intermediate | en | Recording at Home
          Calliope Reyne | 2031-11-05T18:00:00Z | 6 | 12 | 4 | sound, electronics
          Microphones, rooms and levels, and one finished song.
        mus-301 | music | advanced | en | Harmony in Four Parts
          Florian Amundsen | 2031-02-19T18:00:00Z | 12 | 14 | 7 | theory, writing
          Voice leading learnt by writing chorales that someone will sing.
        mus-306 | music | advanced | en | Improvisation
          Dashiell Moreau | 2031-09-17T18:30:00Z | 8 | 10 | 2 | ensemble, rhythm
          For any instrument: limits first, freedom later.
        mus-310 | music | advanced | en | Conducting a Choir
          Evaristo Quintal | 2031-10-22T18:00:00Z | 10 | 10 | 5 | voice, ensemble
          Gesture, rehearsal and breath, with a patient practice choir.
        art-101 | art | beginner | en | Drawing What You See
          Philippa Stroud | 2031-02-10T17:30:00Z | 8 | 18 | 2 | drawing
          Edges, shadows and proportions, with a pencil and a good eraser.
        art-103 | art | beginner | en | Watercolour Outdoors
          Matthieu Delaroche | 2031-05-10T08:30:00Z | 6 | 16 | 5 | painting, outdoors
          Wet paper, few colours and the courage to stop.
        art-108 | art | beginner | de | Fotografieren im Alltag
          Katinka Löhr | 2031-03-05T17:30:00Z | 6 | 16 | 7 | photography, walks
          Licht und Ausschnitt statt Technik, mit jeder Kamera.
        art-202 | art | intermediate | en | Linocut and the Small Press
          Philippa Stroud | 2031-04-07T17:30:00Z | 7 | 10 | 0 | printing, craft
          Cut, ink and pull an edition of twenty.
        art-205 | art | intermediate | en | Portraits in Oil
          Matthieu Delaroche | 2031-09-08T17:30:00Z | 10 | 12 | 3 | painting
          Four heads from life, from block-in to last glaze.
        art-209 | art | intermediate | en | Letterforms by Hand
          Anneli Prewitt | 2031-10-13T17:30:00Z | 8 | 14 | 6 | writing, drawing, paper
          Roman capitals and italics with a broad pen, one good page at the end.
        art-213 | art | intermediate | fr | Histoire de l'affiche
          Melusine Carrere | 2031-11-11T18:00:00Z | 5 | 24 | 15 | history, printing
          De la lithographie à l'écran, comment une image arrête le passant.
        art-301 | art | advanced | en | Colour for Painters
          Melusine Carrere | 2031-02-24T17:30:00Z | 6 | 12 | 4 | painting, dyes
          Temperature, contrast and mixtures tested on three hundred swatches.
        art-304 | art | advanced | en | Documentary Photography
          Katinka Löhr | 2031-09-16T17:30:00Z | 10 | 12 | 1 | photography, interviews
          One subject, ten weeks, twelve pictures on a wall.
        art-309 | art | advanced | en | Drawing Comics
          Anneli Prewitt | 2031-10-20T17:30:00Z | 8 | 14 | 8 | drawing, storytelling
          Script, thumbnails and timing for a story of eight pages.
        lan-101 | languages | beginner | it | Italian for Travellers
          Donatella Prister | 2031-02-03T17:00:00Z | 10 | 18 | 4 | travel, conversation
          Ordering, asking, thanking and understanding the answer.
        lan-103 | languages | beginner | es | Spanish from Zero
          Remedios Olander | 2031-02-04T17:00:00Z | 14 | 20 | 7 | conversation
          Two evenings a week, spoken from the first minute.
        lan-106 | languages | beginner | en | Sign Language, First Year
          Perrin Hollis | 2031-09-01T17:00:00Z | 16 | 14 | 0 | signing, conversation
          Hands, face and space: introduce yourself, tell a story, follow one.
        lan-109 | languages | intermediate | de | Deutsch für den Beruf
          Gudrun Falkenau | 2031-03-03T17:00:00Z | 10 | 16 | 8 | office, writing
          Besprechungen, E-Mails und höflicher Widerspruch.
        lan-112 | languages | beginner | ja | Japanese Script
          Natsumi Verhagen | 2031-04-01T17:00:00Z | 12 | 16 | 3 | writing
          Kana in four weeks, then two hundred characters and how to look up the rest.
        lan-204 | languages | intermediate | fr | French Conversation
          Solange Amberley | 2031-02-27T17:30:00Z | 8 | 12 | 2 | conversation
          A topic, an article and two hours without a word of anything else.
        lan-207 | languages | intermediate | la | Latin Inscriptions
          Donatella Prister | 2031-05-07T17:30:00Z | 8 | 14 | 9 | antiquity, archives
          Gravestones, milestones and graffiti, with their abbreviations undone.
        lan-213 | languages | intermediate | pt | Portuguese Through Songs
          Remedios Olander | 2031-10-01T17:00:00Z | 8 | 18 | 11 | music, conversation
          Sambas and fados as grammar lessons that stay in the ear.
        lan-302 | languages | advanced | en | Translating Short Prose
          Solange Amberley | 2031-09-18T17:30:00Z | 8 | 10 | 1 | writing, texts
          Two pages a week from French or German, argued line by line.
        lan-308 | languages | advanced | en | Phonetics for Learners
          Gudrun Falkenau | 2031-11-13T17:30:00Z | 6 | 16 | 10 | sound, science
          Hear, describe and make the sounds that your own language lacks.
        """
}
