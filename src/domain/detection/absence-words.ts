/**
 * What a language needs to say that a name is not known: words by what they do in a sentence, alternatives parted by
 * "|", "*" for any ending. What stands in no list is any other word.
 */
export type AbsenceWords = {
  /** Where the verb stands: before what is found or known, before its subject and negation, or at the end. */
  verb: "first" | "second" | "last";
  /** Words are not parted by spaces. */
  glued?: boolean;
  /** Before a name a noun of any kind may stand as its apposition ("the brewery Acme"): possession is marked. */
  apposition?: boolean;
  /** Negations of verbs; and "without". */
  not: string;
  without?: string;
  /** Nothing, nobody, no, none. */
  none: string;
  /** Finding, knowing, hearing of, as the speaker or a search does. */
  know: string;
  /** The same with the negation in the word. */
  know_not?: string;
  /** Mentioning, appearing, existing: of sources or of the name. */
  mention: string;
  mention_not?: string;
  /** Being listed, included, tested: says that sources are silent only where a source is named. */
  listed: string;
  /** The same with the negation in the word: absent from, left out of. */
  listed_not?: string;
  /** Prepositions of place, as before a source: in, among. */
  within: string;
  /** What one finds about a name: information, results, traces, reviews. */
  info: string;
  /** Where one looks: articles, tests, forums. */
  source: string;
  /** From information to the name: about, on, regarding. */
  about: string;
  /** The name's possessive ("'s"), where it is a word of its own. */
  possessive?: string;
  /** Articles, kinds of bearers and adverbs: say nothing of the name. */
  filler: string;
  /** Called, named. */
  called: string;
  /** Whole statements of not knowing: "is new to me", "outside my knowledge". */
  unknown: string;
  /** Whether, that, when: what follows is known or not, the name is not its object. */
  whether: string;
  /** Who, what, which, where. */
  what: string;
  /** Forms of "to be", as between a question word and the name. */
  is: string;
  /** The speaker. */
  speaker: string;
  /** The reader. */
  reader: string;
  /** Asking the reader: tell me, clarify. */
  ask: string;
  /** Asking the reader whether a name is the one that was meant: do you mean, are you thinking of. */
  meant: string;
  /** Right or wrong spelling: misspelt, typo. */
  spelling: string;
  /** What the reader is said to have asked, or the speaker to have looked for. */
  given: string;
  /** Between alternatives. */
  or?: string;
  /** A contrast, after which another thing is said. */
  but: string;
  /** What takes the name up again as a subject: it, the company. */
  it: string;
  /** Guesses: may, perhaps, if. */
  maybe: string;
  /** What a search or a source gives, and a company offers: gave, returned, provides. */
  yield: string;
  /** What may be unknown of a known brand: prices, staff, warranty. */
  detail: string;
  /** Degrees, comparisons, complaints, earlier times: not this negation, or not of this name. */
  veto: string;
  /** After which facts come: according to, turns out. */
  fact: string;
  /** Advice to take what is named: recommend, choose, have you tried. */
  advise: string;
  /** Where something is to be had or not: countries, regions, abroad. */
  place: string;
};

/**
 * One letter for each slot; signs (absence-signs.ts) are read in sentences as strings of these.
 *
 * | says that it is not there    | what is known           | sentence             | after all              |
 * |------------------------------|-------------------------|----------------------|------------------------|
 * | N not, Y without, Z none     | K know, y yield         | § the name, T it     | V veto: praise, blame  |
 * | NK, NM, NL in one word       | M mention, L listed     | P speaker, D reader  | d detail: price, staff |
 * | U a whole statement          | I information, S source | R ask (Rm whether it is meant), s spelling, O asked for | B but, F fact          |
 * | H maybe                      | J called                | Q what, W whether, E is, / or | x any other word |
 * |                              | A about, i within       | G of the name, C filler | r advice, c place   |
 */
export const TAGS = {
  unknown: "U",
  given: "O",
  spelling: "s",
  meant: "Rm",
  ask: "R",
  fact: "F",
  veto: "V",
  advise: "r",
  place: "c",
  yield: "y",
  detail: "d",
  know_not: "NK",
  mention_not: "NM",
  listed_not: "NL",
  called: "J",
  not: "N",
  without: "Y",
  none: "Z",
  know: "K",
  mention: "M",
  listed: "L",
  info: "I",
  source: "S",
  about: "A",
  within: "i",
  possessive: "G",
  whether: "W",
  what: "Q",
  is: "E",
  speaker: "P",
  reader: "D",
  or: "/",
  but: "B",
  it: "T",
  maybe: "H",
  filler: "C",
} as const;
