import { addDays } from "#core/period.ts";

/** An answer as it is imported, with what was planted in it. */
export type Planted = {
  day: string;
  prompt: string;
  topic: string;
  is_tagged: boolean;
  country_code: string;
  model: string;
  text: string;
  /** Brands in the order they are named. */
  names: string[];
  urls: string[];
  queries: string[];
};

export const TOPICS = ["Boots", "Care", "Price"];
export const PROMPTS = Array.from({ length: 12 }, (_, number) => {
  const topic = TOPICS[number % 3] ?? "";
  const words = ["waterproof hiking boots", "leather care kits", "cheap walking shoes"][number % 3];
  const text = `Which ${words} are worth it, case ${number + 1}?`;
  return { text, topic, is_tagged: number % 4 === 0, number };
});
const MODELS = ["alpha", "bravo", "carol"];
export const LAST = "2026-10-30";
const DAYS = 60;
/** First days of the last 30, the last 7, and the 7 before. */
export const MONTH = addDays(LAST, -29);
export const WEEK = addDays(LAST, -6);
export const BEFORE = addDays(LAST, -13);

/** A number below 1 that depends on nothing but its words. */
function chance(...words: unknown[]): number {
  let hash = 2_166_136_261;
  for (const letter of words.join("|")) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

type Case = { day: string; number: number; country_code: string; model: string };

/** How likely an answer names a brand: Acme fell in Germany in the last week, Quillon rose everywhere. */
function likely(name: string, { day, number, country_code, model }: Case): number {
  if (name === "Acme") {
    if (number === 11) return 0;
    const fall = country_code === "DE" && day >= WEEK ? 0.35 : 0;
    return 0.55 - fall + (model === "bravo" ? 0.25 : 0) + (number % 3 === 1 ? -0.15 : 0);
  }
  if (name === "Quillon") return day >= WEEK ? 0.6 : 0.15;
  return { Orvane: 0.65, Beltra: 0.4, Nimbora: 0.25 }[name] ?? 0;
}

const SAID: Readonly<Record<string, string>> = {
  Acme: "Acme is excellent and reliable.",
  Nimbora: "Nimbora is terrible and breaks quickly.",
};

/** All answers: every prompt in two countries by three models on 60 days. */
export function makeAnswers(): Planted[] {
  const planted: Planted[] = [];
  for (let back = DAYS - 1; back >= 0; back--) {
    const day = addDays(LAST, -back);
    for (const { text: prompt, topic, is_tagged, number } of PROMPTS) {
      for (const country_code of ["US", "DE"]) {
        for (const model of MODELS) planted.push(plant({ day, number, country_code, model }));
        function plant(one: Case): Planted {
          const key = Object.values(one);
          const named = ["Acme", "Orvane", "Beltra", "Quillon", "Nimbora"]
            .filter((name) => chance(name, ...key) < likely(name, one))
            .sort((left, right) => chance(left, "order", ...key) - chance(right, "order", ...key));
          const sentences = named.map((name) => SAID[name] ?? `${name} is on the list.`);
          const text = [`Here is what I found for case ${number + 1}.`, ...sentences].join(" ");
          return { ...one, prompt, topic, is_tagged, text, names: named, ...sourcesOf(one, key) };
        }
      }
    }
  }
  return planted;
}

function sourcesOf({ day, number }: Case, key: string[] | unknown[]) {
  const urls = ["https://trailreview.example/best-boots"];
  if (chance("forum", ...key) < 0.5) urls.push(`https://hikers.example/thread-${number}`);
  if (chance("own", ...key) < 0.2) urls.push("https://acme.com/boots");
  if (day >= WEEK && number < 3) urls.push("https://newpress.example/test-2026");
  const queries = number % 2 === 0 ? [`best boots ${number}`] : [];
  return { urls, queries };
}
