import type { Word } from "./tone-sentence.ts";
import { isVerbOfBlame, valenceOf } from "./tone-words.ts";

type Place = { text: string; words: readonly Word[]; from: number; to: number };

const REACH = 10;
/** Milder words ("slow", "heavy", "complicated") are qualities of the one who is spoken of. */
const SEVERE = -0.5;
/** What a product or a firm does to what is bad in the world. */
const CURE =
  "protect|guard|defend|shield|insure|insur|detect|scan|monitor|track|treat|diagnose|diagnos|remove|remov|block|filter|flag|spot|identify|identif|identifi|uncover|investigate|investigat|resolve|resolv|reduce|reduc|repair|fix|log|triage|cover|recycle|recycl|recover|mitigate|mitigat|alert|represent|assist|specialize|specializ|specialise|specialis|catch|find|buy|clean|correct|analyze|analyz|analyse|analys|relieve|reliev|soothe|sooth|manage|manag|handle|handl|solve|solv|prevent|stop|combat|fight|check|screen|inspect|audit";
const DOES = new RegExp(`^(?:${CURE})(?:s|es)$`);
const DOING = new RegExp(`^(?:${CURE})(?:t|p|n|g)?ing$`);
const DO = new RegExp(`^(?:${CURE})$`);
/** Whose doing it is: not that of customers, testers or tests. */
const DOER =
  /^(?:it|which|that|who|also|and|or|app|software|tool|service|platform|company|firm|team|device|system|program|suite|product|plugin|site|lawyers?|shop|clinics?)$|ly$/;
const BEFORE_DO = /^(?:to|can|and|or|help|helps|will|lets|let|us|teams?|developers?|companies|we)$/;
const CURES =
  /^(?:protection|insurance|relief|defen[cs]e|coverage|prevention|detection|treatments?|therapy|remedy|remedies|help|software|tools?|victims?|people|those|patients|experts?|specialists?|lawyers?)$/;
const EXPERTS = /^(?:victims?|experts?|specialists?|lawyers?|attorneys?)$/;
const PEOPLE = /^(?:people|those|patients|anyone|families|households|adults|children)$/;
/** What is made, sold or done for what is bad. */
const PRODUCT =
  /^(?:products?|tools?|apps?|software|services?|platforms?|systems?|programs?|modules?|plugins?|devices?|kits?|solutions?|features?|dashboards?|boards?|hotlines?|guides?|pages?|articles?|instructions|lawyers?|attorneys?|law|firms?|clinics?|doctors?|workshops?|shops?|centers?|centres?|parts|gels?|creams?|balms?|ointments?|lotions?|serums?|moisturi[sz]ers?|cleansers?|shampoos?|conditioners?|sprays?|drops|tablets?|pills?|supplements?|medicines?|drugs?|braces?|insoles?|shoes?|pillows?|mattress(?:es)?|chairs?|pads?|masks?|exercises|courses?|policy|policies|plans?|warranty)$/;
const FIT = /^(?:designed|made|built|meant|intended|recommended|effective|suited|suitable)$/;
/** Selling verbs, whose object is for what follows: "sells parts for faulty ovens". */
const SELLS = /^(?:sells?|produces?|manufactures?|develops?|stocks?)$/;
/** What may be repaired, bought or treated with what is bad on it. */
const WITH = /^(?:repair|fix|buy|treat|recycl|clean|help|assist|represent)/;
const LINKS = /^(?:for|against|from|of|on|with|in)$/;
/** Behind what is bad: what is done about it. */
const DONE =
  /^(?:protection|prevention|trackers?|tracking|insurance|detection|detectors?|removal|removers?|relief|scanners?|scanning|monitoring|monitors?|repairs?|repair|management|alerts|treatments?|recovery|filters?|blockers?|analysis|assistance|lawyers?|attorneys?|defen[cs]e|coverage|triage|resolution|awareness|therapy|clinics?|fixing|cleaners?|workshop)$/;
/** What is said to be, or to be had, is said of the one who is spoken of; and what blames is no cure. */
const STOPS =
  /^(?:is|are|was|were|be|been|being|has|have|had|having|its|it's|their|my|his|her|such|but|because|which|they|known|notorious|infamous|critici[sz]ed|blamed|slammed|panned|fined|sued|reputation|marks|reviews?|customers|users|reviewers|testers|owners|buyers|charges?|asks?|pay|paid|gets?|got|comes?|came|causes?|suffers?|full|fails?|failed|failing|struggles?|needs?|never|not|cannot|without)$|n't$/;
const NO_NOUN =
  /^(?:and|or|at|in|on|for|to|of|with|is|are|was|were|but|when|if|than|as|from|by|that|which|it|too|so|the|a|an|its|before|after|while|because|even|also|very)$/;

/**
 * Whether a word of blame names what somebody deals with and does not judge them: "protects you from fraud", "repairs broken
 * screens", "a gel for back pain", "a bug tracker".
 */
export function isTopic(place: Place): boolean {
  const { words, from, to } = place;
  const word = words[from]?.lower ?? "";
  if (word.endsWith("ly") || (valenceOf(word) ?? -1) > SEVERE) return false;
  if (isCureOfName(place)) return true;
  // "bug tracker", not "poor management"
  const isDone = isTogether(place, to) && DONE.test(words[to]?.lower ?? "");
  if (isDone && BLAMING_NOUN.test(words[to - 1]?.lower ?? "") && !isHad(place)) return true;
  if (isVerbOfBlame(word) && !/^scams?$/.test(word) && !isObject(place)) return false;
  if (!isAttribute(place)) return false;
  let isWith = false;
  for (let at = from - 1; at >= Math.max(0, from - REACH); at--) {
    const lower = words[at]?.lower ?? "";
    if (isBreak(place, at)) return false;
    if ((!isWith || WITH.test(lower)) && isCue(place, at)) return true;
    isWith ||= lower === "with";
    if (STOPS.test(lower) || words[at]?.is_name) return false;
  }
  return false;
}

/** "Acme repairs phones": what stands on the list of blame as "needs repairs". */
function isCureOfName({ words, from, to }: Place): boolean {
  const isDoing = words[from]?.lower === "repairs" && isNameAt(words, from - 1);
  const next = words[to]?.lower ?? "and";
  return (
    isDoing && !NO_NOUN.test(next) && !/^(?:take|took|cost|need|can|could|have|had)s?$/.test(next)
  );
}

function isCue({ text, words, from }: Place, at: number): boolean {
  const lower = words[at]?.lower ?? "";
  const before = words[at - 1]?.lower ?? "";
  const gap = text.slice(words[at - 1]?.end ?? 0, words[at]?.start);
  if (DOING.test(lower)) return true;
  if (DOES.test(lower)) return isNameAt(words, at - 1) || DOER.test(before) || gap.includes(",");
  if (DO.test(lower)) {
    if (before === "to" && MUST.test(words[at - 2]?.lower ?? "")) return false;
    return at === 0 || BEFORE_DO.test(before) || /[:;.]/.test(gap);
  }
  if (!LINKS.test(lower) || /^(?:a|an|the|its|this|such)$/.test(words[at + 1]?.lower ?? "")) {
    return false;
  }
  if (lower === "against") return before !== "up";
  if (!isOneThing({ text, words, from }, at)) return false;
  if (/^(?:for|from)$/.test(lower) && CURES.test(before)) return true;
  if (lower !== "for") return EXPERTS.test(before) || isForPeople(words, at - 1);
  return isMadeFor(words, at) && from - at <= 6;
}

/** "a shoe for people with", not "leaves people with". */
function isForPeople(words: readonly Word[], at: number): boolean {
  return (
    PEOPLE.test(words[at]?.lower ?? "") && /^(?:for|of|helps?)$/.test(words[at - 1]?.lower ?? "")
  );
}

/** "a gel for", "great for", "sells parts for", "For back pain, Acme": not "under investigation for", "no refund for". */
function isMadeFor(words: readonly Word[], at: number): boolean {
  if (at === 0) return words[1]?.lower !== "all";
  const before = words[at - 1]?.lower ?? "";
  const near = words.slice(Math.max(0, at - 4), at).map(({ lower }) => lower);
  if (near.some((word) => /^(?:no|not|without|never)$|n't$/.test(word))) return false;
  if (PRODUCT.test(before) || FIT.test(before) || (valenceOf(before) ?? 0) > 0) return true;
  return near.some((word) => SELLS.test(word)) || /^(?:works?|well)$/.test(before);
}

/** "for back pain", "for bugs, errors": behind a comma only more of what is bad. */
function isOneThing({ text, words, from }: Omit<Place, "to">, at: number): boolean {
  for (let next = at + 1; next < from; next++) {
    const listed = (valenceOf(words[next]?.lower ?? "") ?? 0) < 0;
    if (!listed && /,/.test(text.slice(words[next]?.end, words[next + 1]?.start))) return false;
  }
  return true;
}

/** "has issues tracking rides" is had; "has an issue tracking tool" is not. */
function isHad({ words, from, to }: Place): boolean {
  const near = words.slice(Math.max(0, from - 3), from).map(({ lower }) => lower);
  const isHaving = near.some((word) =>
    /^(?:has|have|had|having|with|reports?|reported|shows?)$/.test(word),
  );
  return isHaving && !PRODUCT.test(words[to + 1]?.lower ?? "");
}
const MUST = /^(?:have|has|had|need|needs|forced|weeks|days|months|hours|forever|ages)$/;

/** A clause ends; a comma alone lists. */
function isBreak({ text, words }: Place, at: number): boolean {
  return /[;:.()|–—\n]/.test(text.slice(words[at]?.end, words[at + 1]?.start));
}

function isTogether({ text, words }: Place, at: number): boolean {
  return at < words.length && /^ $/.test(text.slice(words[at - 1]?.end, words[at]?.start));
}

const isNameAt = (words: readonly Word[], at: number) =>
  words[at]?.is_name === true || /['’]s$/.test(words[at]?.lower ?? "");

/** "leaks" as a thing: right behind the cue or what is listed with it. */
function isObject({ text, words, from }: Place): boolean {
  const before = words[from - 1]?.lower ?? "";
  const gap = text.slice(words[from - 1]?.end ?? 0, words[from]?.start);
  const listed = /^(?:and|or)$/.test(before) ? words[from - 2] : words[from - 1];
  if (/^(?:and|or)$/.test(before) || gap.includes(",")) {
    const lower = listed?.lower ?? "";
    return (valenceOf(lower) ?? 0) < 0 && !lower.endsWith("ly");
  }
  return DOES.test(before) || DOING.test(before) || DO.test(before) || LINKS.test(before);
}

const BLAMING_NOUN =
  /^(?:scams?|frauds?|bugs?|problems?|pain|delays?|issues?|breach(?:es)?|outages?|mistakes?|errors?|recalls?|lawsuits?|stains?|tears|blisters?|trouble|complaints?|defects?|failures?|flaws?|glitches|leaks?|crashes|frustrations?|annoyance|breakdowns|repairs|dropouts|pitfalls?|traps?|penalty|penalties|disasters?|junk|rubbish|garbage|fees|costs|breaches)$/;

/** A noun, or an adjective that has its noun behind it: "broken screens", "old and unsafe locks". */
function isAttribute({ words, to }: Omit<Place, "text" | "from">): boolean {
  const last = words[to - 1]?.lower ?? "";
  if (BLAMING_NOUN.test(last) || isVerbOfBlame(last)) return true;
  let next = to;
  while (
    /^(?:and|or)$/.test(words[next]?.lower ?? "") ||
    (valenceOf(words[next]?.lower ?? "") ?? 0) < 0
  ) {
    next += 1;
  }
  const noun = words[next];
  return noun !== undefined && !NO_NOUN.test(noun.lower) && !noun.is_name;
}
