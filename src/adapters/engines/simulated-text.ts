import type { SimulatedBrand, SimulatedPage } from "./simulated-market.ts";
import sentences from "./simulated-phrases.json" with { type: "json" };
import { hashUnit, pick, type Random } from "./simulated-random.ts";

type Phrases = readonly [string, ...string[]];
/** Invented sentences; `%` is the brand, `&` the question. */
export const PHRASES = sentences as unknown as Record<keyof typeof sentences, Phrases>;

const WORDS_MIN = 165;
const WORDS_OF_CLOSING = 20;

/** A brand an answer names, and how it speaks of it. */
export type BrandTone = { brand: SimulatedBrand; tone: "positive" | "neutral" | "negative" };

/** An invented page and where the answer cites it, in UTF-16 offsets; nowhere: only read. */
export type SimulatedSource = SimulatedPage & { cited: { start: number; end: number }[] };

/** What a text is made of. */
export type TextPlan = {
  random: Random;
  engine: string;
  question: string;
  brands: BrandTone[];
  pages: SimulatedPage[];
};

type Draft = { plan: TextPlan; text: string; sources: SimulatedSource[]; said: Set<string> };
type Style = "list" | "sections" | "table" | "comparison";

const STYLES: readonly [Style, ...Style[]] = ["list", "sections", "table", "comparison"];

/** A Markdown answer of 150 to 350 words in an engine's manner, with its sources. */
export function writeSimulatedText(plan: TextPlan): { text: string; sources: SimulatedSource[] } {
  const retrieved = plan.pages.slice(0, 5 + Math.floor(plan.random() * 5));
  const sources = retrieved.map((page) => ({ ...page, cited: [] }));
  const draft: Draft = { plan, text: "", sources, said: new Set() };
  write(draft, `${say(draft, PHRASES.intros)} ${say(draft, PHRASES.intro_details)}\n\n`);
  const style = chooseStyle(plan);
  if (style === "list") writeList(draft);
  else if (style === "sections") writeSections(draft);
  else if (style === "table") writeTable(draft);
  else writeComparison(draft);
  if (countWords(draft.text) < WORDS_MIN - WORDS_OF_CLOSING) writeAdvice(draft);
  write(draft, say(draft, PHRASES.closings, plan.brands[0]?.brand.name));
  return { text: draft.text, sources: draft.sources };
}

/** Every engine has a favourite form, and now and then another. */
function chooseStyle({ engine, random }: TextPlan): Style {
  const favourite = Math.floor(hashUnit(engine, "style") * STYLES.length);
  return random() < 0.6 ? (STYLES[favourite] ?? "list") : pick(random, STYLES);
}

function writeList(draft: Draft): void {
  write(draft, `### Top picks\n\n`);
  for (const [index, entry] of draft.plan.brands.entries()) {
    write(draft, `${index + 1}. **${entry.brand.name}**: ${describe(draft, entry)}`);
    citeSometimes(draft, 0.75);
    write(draft, "\n");
  }
  write(draft, "\n");
}

function writeSections(draft: Draft): void {
  write(draft, `## ${draft.plan.question}\n\n`);
  for (const entry of draft.plan.brands) {
    const { random } = draft.plan;
    write(draft, `### ${entry.brand.name}\n\n${describe(draft, entry)}`);
    citeSometimes(draft, 0.7);
    write(draft, `\n\n- **Pros:** ${pick(random, PHRASES.pros)}, ${pick(random, PHRASES.pros)}\n`);
    write(draft, `- **Cons:** ${pick(random, PHRASES.cons)}\n\n`);
  }
}

function writeTable(draft: Draft): void {
  const { random, brands } = draft.plan;
  write(draft, "| Name | Best for | Strong point | Weak point |\n| --- | --- | --- | --- |\n");
  for (const { brand } of brands) {
    const cells = [PHRASES.fits, PHRASES.pros, PHRASES.cons].map((list) => pick(random, list));
    write(draft, `| **${brand.name}** | ${cells.join(" | ")} |\n`);
  }
  write(draft, "\n### What stands out\n\n");
  for (const entry of brands) {
    write(draft, `- ${describe(draft, entry)}`);
    citeSometimes(draft, 0.6);
    write(draft, "\n");
  }
  write(draft, "\n");
}

function writeComparison(draft: Draft): void {
  const [first, second, ...others] = draft.plan.brands;
  if (first && second) {
    write(draft, `## ${first.brand.name} vs. ${second.brand.name}\n\n`);
    write(draft, `${describe(draft, first)}`);
    citeSometimes(draft, 0.9);
    write(draft, ` In comparison, ${lowerThe(describe(draft, second), second.brand.name)}`);
    citeSometimes(draft, 0.9);
    write(draft, "\n\n");
  }
  if (others.length > 0) write(draft, "### Also worth considering\n\n");
  for (const entry of others) {
    write(draft, `- **${entry.brand.name}** (best for ${pick(draft.plan.random, PHRASES.fits)}): `);
    write(draft, describe(draft, entry));
    citeSometimes(draft, 0.5);
    write(draft, "\n");
  }
  write(draft, "\n");
}

function writeAdvice(draft: Draft): void {
  write(draft, "### Before you decide\n\n");
  const start = Math.floor(draft.plan.random() * PHRASES.advice.length);
  for (let index = 0; countWords(draft.text) < WORDS_MIN && index < 6; index += 1) {
    write(draft, `- ${PHRASES.advice[(start + index) % PHRASES.advice.length]}\n`);
  }
  write(draft, "\n");
}

function describe(draft: Draft, { brand, tone }: BrandTone): string {
  const byTone = { positive: PHRASES.praise, neutral: PHRASES.plain, negative: PHRASES.blame };
  return `${say(draft, byTone[tone], brand.name)} ${say(draft, PHRASES.details)}`;
}

/** A sentence that begins with the brand keeps its capital, another gets a small letter. */
function lowerThe(sentence: string, name: string): string {
  if (sentence.startsWith(name)) return sentence;
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function say(draft: Draft, list: Phrases, brand = ""): string {
  let sentence = pick(draft.plan.random, list);
  // An assistant does not say the same twice in one answer, as far as there are words left.
  for (let tries = 0; tries < 8 && draft.said.has(sentence); tries += 1) {
    sentence = pick(draft.plan.random, list);
  }
  draft.said.add(sentence);
  return sentence.replace(/[%&]/g, (mark) => (mark === "%" ? brand : draft.plan.question));
}

/** Cites a page the way assistants do, as a link in brackets, and notes where it is. */
function citeSometimes(draft: Draft, chance: number): void {
  const { random } = draft.plan;
  // Early results are cited more often than late ones.
  const index = Math.floor(random() ** 1.7 * draft.sources.length);
  const source = draft.sources[index];
  if (random() > chance || source === undefined || source.never_cited) return;
  write(draft, " ");
  const start = draft.text.length;
  write(draft, `([${new URL(source.url).hostname}](${source.url}))`);
  source.cited.push({ start, end: draft.text.length });
}

function write(draft: Draft, text: string): void {
  draft.text += text;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
