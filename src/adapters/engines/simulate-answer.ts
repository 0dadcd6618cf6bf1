import type { Finish } from "#core/answer-engine.ts";
import {
  listMarketBrands,
  listPages,
  readSubject,
  type SimulatedBrand,
  type SimulatedMarket,
} from "./simulated-market.ts";
import { hashUnit, makeRandom, pick } from "./simulated-random.ts";
import {
  type BrandTone,
  PHRASES,
  type SimulatedSource,
  writeSimulatedText,
} from "./simulated-text.ts";

const REFUSAL_RATE = 0.012;
const EMPTY_RATE = 0.008;
const CUT_RATE = 0.01;
/** How many prompts a brand is never named for, unless they name it. */
const BLIND_RATE = 0.12;
const BRANDS_MIN = 2;
const BRANDS_MAX = 6;
const DAYS_PER_VERSION = 61;
const QUESTION_MAX = 90;

/** Which answer to invent; the same request gives the same answer, for ever. */
export type SimulationRequest = {
  seed: string;
  prompt: string;
  /** The personality: "simulated-a", "simulated-b", "simulated-c" or any other name. */
  engine: string;
  /** `YYYY-MM-DD`. */
  day: string;
  sample: number;
  market: SimulatedMarket;
  /** ISO 3166-1 alpha-2; another country gets other answers to the same prompt. */
  country_code?: string | null;
};

/** An invented answer; every name, page and opinion in it is made up. */
export type SimulatedAnswer = {
  text: string;
  served_model: string;
  finish: Finish;
  sources: SimulatedSource[];
  search_queries: string[];
};

/** Invents one answer: pure, seeded, about 0.1 ms. Brands rise and fall over weeks, weekdays and
 * engines differ, tone varies, and about one in fifty is declined, empty or cut. */
export function simulateAnswer(request: SimulationRequest): SimulatedAnswer {
  const { seed, prompt, engine, day, sample, market } = request;
  const random = makeRandom(seed, prompt, engine, day, sample, request.country_code ?? "");
  const day_number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000);
  const served_model = nameVersion(request, day_number);
  const fate = random();
  const nothing = { sources: [], search_queries: [], served_model };
  if (fate < REFUSAL_RATE)
    return { ...nothing, text: pick(random, PHRASES.refusals), finish: "refusal" };
  if (fate < REFUSAL_RATE + EMPTY_RATE) return { ...nothing, text: "", finish: "empty" };

  const brands = chooseBrands(request, day_number);
  const subject = readSubject(prompt, market.topics);
  const question = shortened(prompt);
  const pages = listPages(
    { seed, engine, subject, question, day },
    { brands: brands.map(({ brand }) => brand), market },
  );
  const written = writeSimulatedText({ random, engine, question, brands, pages });
  // As it was asked: whatever is put around words of any language makes others of them.
  const asked = question.replace(/[?!.…\s]+$/u, "");
  const queries = [
    `${asked} ${day.slice(0, 4)}`,
    market.searches?.find(({ about }) => subject.includes(about))?.query ?? asked,
    `${brands[0]?.brand.name ?? ""} reviews`,
  ].slice(0, 1 + Math.floor(random() * 3));
  const answer = { ...written, search_queries: queries, served_model };
  return fate > 1 - CUT_RATE ? cutAnswer(answer) : { ...answer, finish: "stop" };
}

/** A question on one line, as a text quotes it. */
function shortened(prompt: string): string {
  const line = prompt.replaceAll(/\s+/g, " ").trim();
  if (line.length <= QUESTION_MAX) return line;
  return `${line
    .slice(0, QUESTION_MAX)
    .replace(/\s\S*$/, "")
    .toWellFormed()}…`;
}

/** A model's name with a version that changes every two months, so that breaks can be seen. */
function nameVersion({ seed, engine }: SimulationRequest, day_number: number): string {
  const name = engine.includes("simulated") ? engine : `simulated-${engine}`;
  const shift = Math.floor(hashUnit(seed, engine, "version") * DAYS_PER_VERSION);
  return `${name}-v${Math.floor((day_number + shift) / DAYS_PER_VERSION) - 300}`;
}

function chooseBrands(request: SimulationRequest, day_number: number): BrandTone[] {
  const { seed, prompt, engine, day, sample, market } = request;
  const brands = listMarketBrands(seed, market);
  const country = request.country_code ?? "";
  const random = makeRandom(seed, prompt, engine, day, sample, country, "brands");
  const scored = brands.map((brand) => {
    const named = prompt.toLowerCase().includes(brand.name.toLowerCase());
    const isBlind = !named && hashUnit(seed, prompt, brand.name, "blind") < BLIND_RATE;
    const chance = isBlind ? -1 : computeChance(request, { brand, brands, day_number });
    const luck = random();
    return {
      brand,
      tone: computeTone(request, brand, { day_number, luck: random() }),
      mentioned: named || luck < chance,
      strength: (named ? 2 : 0) + chance + 0.5 * random(),
    };
  });
  scored.sort((a, b) => b.strength - a.strength);
  const mentioned = scored.filter((entry) => entry.mentioned).slice(0, BRANDS_MAX);
  return mentioned.length >= BRANDS_MIN ? mentioned : scored.slice(0, BRANDS_MIN);
}

/** How probable a mention is: the brand's weight, the engine's liking, the prompt, the country,
 * the season, the weekday and the day, added on the logit scale. */
function computeChance(
  { seed, prompt, engine, day, country_code }: SimulationRequest,
  at: { brand: SimulatedBrand; brands: SimulatedBrand[]; day_number: number },
): number {
  const { brand, brands, day_number } = at;
  const name = brand.name;
  const rank = brands.indexOf(brand);
  // The own brand is middling, the competitors spread, the untracked ones rarer.
  const weight = rank === 0 ? 0.1 : 1.1 - 0.32 * rank;
  const liking = 1.6 * (hashUnit(seed, engine, name, "liking") - 0.5);
  const fit = 3 * (hashUnit(seed, prompt, name, "fit") - 0.5);
  const home = 0.8 * (hashUnit(seed, country_code ?? "", name, "country") - 0.5);
  const period = 70 + 90 * hashUnit(seed, name, "period");
  const phase = hashUnit(seed, name, "phase");
  const season = 0.7 * Math.sin(2 * Math.PI * (day_number / period + phase));
  const weekday = 0.4 * (hashUnit(seed, engine, day_number % 7, "weekday") - 0.5);
  const noise = 0.6 * (hashUnit(seed, engine, day, name, "noise") - 0.5);
  return 1 / (1 + Math.exp(-(weight + liking + fit + home + season + weekday + noise)));
}

function computeTone(
  { seed, engine }: SimulationRequest,
  brand: SimulatedBrand,
  at: { day_number: number; luck: number },
): BrandTone["tone"] {
  const base = hashUnit(seed, brand.name, "tone") * 0.7 + hashUnit(seed, engine, "warmth") * 0.2;
  const drift = 0.15 * Math.sin(at.day_number / 40 + 6 * hashUnit(seed, brand.name, "drift"));
  const score = base + drift + 0.9 * (at.luck - 0.5);
  if (score > 0.42) return "positive";
  return score < 0.02 ? "negative" : "neutral";
}

function cutAnswer(answer: Omit<SimulatedAnswer, "finish">): SimulatedAnswer {
  const end = Math.floor(answer.text.length * 0.7);
  const sources = answer.sources.map((source) => ({
    ...source,
    cited: source.cited.filter((span) => span.end <= end),
  }));
  return { ...answer, text: answer.text.slice(0, end), sources, finish: "length" };
}
