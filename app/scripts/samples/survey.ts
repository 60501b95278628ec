/** A report of some pages, for the preview of documents. */
import { pdf } from "./documents.js"

export const survey = (): Buffer =>
  pdf("Pier 4: structural survey", [
    [
      "Revised after the tide inspection of 14 October.",
      "",
      "1. What was inspected",
      "",
      "The deck of pier 4 was inspected at low water between 05:40 and 08:10. Of its 42 piles,",
      "38 are sound. Piles 17, 18, 23 and 31 have lost section below the splash zone, up to 9 mm.",
      "",
      "The divers found no scour at the foot of the quay. The bracing between rows C and D is",
      "loose at two nodes, and should be tightened before the winter storms.",
      "",
      "     Pile 17         depth 3.2 m         loss 6 mm          jacket in spring",
      "     Pile 18         depth 3.4 m         loss 9 mm          jacket now",
      "     Pile 23         depth 2.9 m         loss 5 mm          watch",
      "     Pile 31         depth 3.1 m         loss 7 mm          jacket in spring",
      "",
      "Jackets can be placed from the water in three days each. The work needs two spring tides,",
      "and stops traffic on the inner berth only.",
      "",
      "2. How it was measured",
      "",
      "Thickness was taken with an ultrasonic gauge at four heights on every pile, three readings",
      "each; the lowest counts. The gauge was checked on a step block before and after.",
      "",
      "Readings were compared with the survey of 2021 and with the drawings of 1987. Where they",
      "differ by more than 2 mm, the pile was read again on the following tide."
    ],
    [
      "3. The divers' notes",
      "",
      "Visibility was 1.5 m, and less than half of that once the tide had turned.",
      "",
      "Anodes of piles 7 and 11 are spent. Those of rows A and B will last another year.",
      "Growth below 4 m is heavy: it was cleared on eight piles, and the steel below is bright.",
      "",
      "A mooring line lies across the foot of piles 22 to 24. It carries no load, and should be",
      "lifted before anything is placed there."
    ],
    [
      "Appendix B: levels",
      "",
      "     Edge of the quay            2.41 m above chart datum",
      "     Deck of pier 4              2.65 m above chart datum",
      "     Lowest node of the bracing  0.30 m below chart datum",
      "     Sea bed at row D            6.80 m below chart datum"
    ]
  ])
