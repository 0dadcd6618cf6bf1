import type { Span } from "./clean-answer.ts";
import { pieceOf, pieceTo } from "./tone-pieces.ts";
import type { Group } from "./tone-roles.ts";
import { type Hit, type Sentence, weightAt } from "./tone-sentence.ts";

/** A judgement of a group of names, -1 to 1, what it weighs, and the words that make it. */
export type Judged = { value: number; weight: number; words: () => Span };

/** What a sentence says of each of its groups, in their order, and of what was spoken of before it (`topic`). */
export type Opinions = { groups: Judged[][]; topic: Judged[] };

const SWITCHED = 0.4;
const UNMATCHED = 0.7;

/** Gives each judgement of a sentence to what it is said of, by clause and by place. */
export function giveHits(
  text: string,
  sentence: Sentence,
  { groups, is_under_title, is_paragraph }: Omit<Scene, "text" | "sentence">,
): Opinions {
  const opinions: Opinions = { groups: groups.map(() => []), topic: [] };
  const direct = groups.map((): Hit[] => []);
  for (const hit of sentence.hits) {
    const weight = weightAt(sentence, text, hit.from);
    if (weight === 0) continue;
    const index = targetOf(hit, { text, sentence, groups, is_under_title, is_paragraph });
    if (index === null) continue;
    const judged = { value: hit.value, weight, words: () => pieceOf(text, sentence, hit) };
    if (index === "topic") opinions.topic.push(judged);
    else {
      opinions.groups[index]?.push(judged);
      direct[index]?.push(hit);
    }
  }
  contrast(text, sentence, { groups, opinions });
  for (const [index, group] of groups.entries()) {
    opinions.groups[index]?.push(...byComparison(group, { index, groups, direct, text, sentence }));
  }
  return opinions;
}

/** "Where Acme nags, Globex works": what is said of one is denied of the other, of which nothing else is said. */
function contrast(
  text: string,
  { start, end }: Sentence,
  { groups, opinions }: { groups: readonly Group[]; opinions: Opinions },
): void {
  if (groups.length !== 2 || !groups.every(isSubject)) return;
  if (
    !/^\W*where\b|\bwhereas\b|\bon the other hand\b|\bby contrast\b/i.test(text.slice(start, end))
  )
    return;
  const [one = [], other = []] = opinions.groups;
  const [empty, full] = one.length === 0 ? [one, other] : [other, one];
  if (empty.length === 0)
    empty.push(...full.map((judged) => ({ ...judged, value: -judged.value })));
}

type Scene = {
  text: string;
  sentence: Sentence;
  groups: readonly Group[];
  is_under_title: boolean;
  is_paragraph: boolean;
};

const MODIFIES = /^(?:the|a|an|its|their|this|that|than|unlike|to|of|with|as)$/;

/** "The best is Acme, and the worst of them is Globex." */
function isSecondOfTwo(
  text: string,
  { words, start }: Sentence,
  { hit, following }: { hit: Hit; following: Group },
): boolean {
  const before = text.slice(start, words[hit.from]?.start);
  const gap = text.slice(words[hit.to - 1]?.end, words[following.from]?.start);
  return (
    /\band(?: (?:the|my|our)(?: (?!least\b)\w+)?)?\s*$/i.test(before) &&
    /\b(?:is|are|was|were|goes to)\s+(?:the\s+)?\W*$/i.test(gap) &&
    !/[,;:]|\b(?:and|but|or|than|that|which|while)\b/i.test(gap)
  );
}

/** "I would go with Acme", "the best is the Acme": what the verb right before a name says is said of that one. */
const GOVERNS =
  /(?<!\bto )\b(?:is|are|was|were|remains|goes to|go with|going with|opt for|stick with|start with|stay away from|steer clear of|go wrong with|happ(?:y|ier|iest) with|avoid|skip|choose|pick|get|buy|take|try|prefer|recommend|suggest|love|trust|praise)\s+(?:(?:the|an?|new)\s+){0,2}\W*$/i;
const DEPENDS =
  /\b(?:it|its|they|their|when|if|as|because|since|where|while|than|parts?|features?|things?|aspects?|reasons?)\b/i;
const RELATIVE = /\b(?:that|who|which|whose)\b.*?(?=\b(?:is|are|was)\s+(?:the\s+)?\W*$|$)/is;

/** Whether a judgement, from `hit` on, is of the name that it leads to, as in a verdict below a list. */
function isVerdictOn(text: string, { start, hit, name }: Record<"start" | "hit" | "name", number>) {
  if (/[,:;–—]/.test(text.slice(hit, name))) return false;
  const before =
    text
      .slice(start, name)
      .replace(RELATIVE, "")
      .split(/[,:;–—]/)
      .at(-1) ?? "";
  return GOVERNS.test(before) && !DEPENDS.test(before);
}

const isSubject = ({ role }: Group) => role === "subject";

function targetOf(
  hit: Hit,
  { text, sentence, groups, is_under_title, is_paragraph }: Scene,
): number | "topic" | null {
  const { words, clauses } = sentence;
  const clause = clauses[hit.from] ?? 0;
  const isHere = (group: Group) => group.clause === clause;
  const next = groups.findIndex((group) => isHere(group) && group.from >= hit.to);
  const previous = groups.findLastIndex((group) => isHere(group) && group.to <= hit.from);
  const following = groups[next];
  // "the overpriced Beats", "favourites: Acme"
  if (following && following.role !== "aside" && following.from === hit.to) {
    const gap = text.slice(words[hit.to - 1]?.end, words[following.from]?.start);
    // "beats Acme": what compares is no word for what it is compared with.
    const opens = isSubject(following) || MODIFIES.test(words[hit.from - 1]?.lower ?? "");
    if (opens && (previous < 0 ? /^[^.;]*$/.test(gap) : /^\s*[*_"'“]*$/.test(gap))) return next;
  }
  const last = groups[previous];
  if (last && last.role !== "subject" && last.role !== "aside") {
    const gap = text.slice(words[last.to - 1]?.end, words[hit.from]?.start);
    if (/^['’s]{0,2},? (?:which|who|whose|that|where)\b[^,]*$/.test(gap)) return previous;
  }
  const subject = groups.findLastIndex(
    (group) => isHere(group) && group.to <= hit.from && isSubject(group),
  );
  if (following && isSubject(following) && isSecondOfTwo(text, sentence, { hit, following }))
    return next;
  if (subject >= 0) return subject;
  const coming = groups.findIndex(
    (group) => isHere(group) && group.from >= hit.to && isSubject(group),
  );
  const takes_up = /^(?:it|its|it's|they|their|he|she|this)$/.test(words[0]?.lower ?? "");
  const is_of_topic = is_under_title || takes_up;
  const named = groups[coming];
  if (named) {
    if (!is_of_topic) return coming;
    const [at = 0, name = 0] = [words[hit.from]?.start, words[named.from]?.start];
    const isVerdict = isVerdictOn(text, { start: sentence.start, hit: at, name });
    return is_paragraph && !takes_up && isVerdict ? coming : "topic";
  }
  if (opensWithOther(text, sentence, clause)) return null;
  const earlier = groups.findLastIndex((group) => group.clause < clause && isSubject(group));
  if (earlier >= 0) return earlier;
  if (clause === 0 && !is_of_topic) {
    const later = groups.findIndex((group) => group.clause > clause && isSubject(group));
    if (later >= 0) return later;
  }
  return groups.every(({ clause: at }) => at > clause) || groups.every((group) => !isSubject(group))
    ? "topic"
    : null;
}

/** A clause that begins with another name is about that; cells of a table begin with capitals anyway. */
function opensWithOther(text: string, { words, clauses }: Sentence, clause: number): boolean {
  const from = clauses.indexOf(clause);
  if (from === 0 || /[|–—]/.test(text.slice(words[from - 1]?.end, words[from]?.start)))
    return false;
  return words
    .slice(from, from + 3)
    .some(
      ({ is_capital, lower }, at) =>
        is_capital && !/^i(?:'|$)/.test(lower) && clauses[from + at] === clause,
    );
}

type Compared = {
  index: number;
  groups: readonly Group[];
  direct: readonly (readonly Hit[])[];
  text: string;
  sentence: Sentence;
};

/** What a comparison says of what it compares with. */
function byComparison({ role, from, to, clause }: Group, scene: Compared): Judged[] {
  const { index, groups, direct, text, sentence } = scene;
  const { hits } = sentence;
  const byName = (value: number) => [
    { value, weight: 1, words: () => pieceTo(sentence, from, to) },
  ];
  const byHit = (hit: Hit, value: number) => {
    return { value, weight: 1, words: () => pieceOf(text, sentence, hit) };
  };
  if (role === "left") return byName(-SWITCHED);
  if (role === "reached") return byName(SWITCHED);
  if (role === "unmatched") return byName(UNMATCHED);
  if (role !== "compared" && role !== "equal") return [];
  const start = sentence.clauses.indexOf(clause);
  const close = hits.filter(
    (hit) => hit.to <= from && hit.from >= start && !direct[index]?.includes(hit),
  );
  if (role === "equal") return close.slice(-1).map((hit) => byHit(hit, hit.raw));
  const own = close.slice(-1);
  // "Unlike Acme, Globex is reliable": what is praised comes after.
  const coming = groups.findIndex((group, at) => at > index && isSubject(group));
  const shown =
    own.length > 0
      ? own
      : coming >= 0
        ? (direct[coming] ?? [])
        : hits.filter((hit) => hit.from > from);
  return shown.map((hit) => byHit(hit, -hit.value));
}
