import { cleanAnswer } from "#domain/detection/clean-answer.ts";
import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";

const ANSWERS = Number(process.argv[2] ?? 10_000);
const ALIASES = Number(process.argv[3] ?? 500);
const NAIVE_SAMPLE = 200;

// A small seeded generator, so that two runs read the same invented text.
let state = 42;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

const SYLLABLES = "ba be do fa gi ho ju ka lo mi ne pu qua ri so tu vo wa xe zy an or el um".split(
  " ",
);
function word(): string {
  return Array.from({ length: 2 + random(3) }, () => SYLLABLES[random(SYLLABLES.length)]).join("");
}
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const vocabulary = Array.from({ length: 3_000 }, word);
// Names end unlike any vocabulary word, so that only the planted ones are there.
const names = Array.from({ length: ALIASES }, (_, index) =>
  index % 3 === 0 ? `${capital(word())} ${capital(word())}ix` : `${capital(word())}ix`,
);
const accents = ["é", "’", "–", "ü", " "];

function answer(): string {
  const lines: string[] = [];
  for (let length = 0; length < 2_000; ) {
    const words = Array.from({ length: 14 }, () => vocabulary[random(vocabulary.length)] ?? "");
    if (random(2) === 0) words[random(14)] = `**${names[random(names.length)]}**`;
    words[random(14)] += accents[random(accents.length)] ?? "";
    if (random(4) === 0) words.push("[source](https://example.com/page?utm_source=x)");
    const line = `- ${words.join(" ")}.`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join("\n");
}

const answers = Array.from({ length: ANSWERS }, answer);
const brands = names.map((name, index) => ({
  brand_id: index + 1,
  name,
  aliases: [],
  domains: [],
  regex: null,
  exclude_phrases: [],
}));

const compile_start = performance.now();
const matcher = compileBrands(brands);
const compile_milliseconds = performance.now() - compile_start;

// Processor time, which other work on the machine hardly changes.
const start = process.cpuUsage();
let mentions = 0;
for (const text of answers) mentions += findMentions(matcher, text).length;
const seconds = process.cpuUsage(start).user / 1e6;

const patterns = names.map(
  (name) => new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "giu"),
);
const sample = answers.slice(0, NAIVE_SAMPLE);
const naive_start = process.cpuUsage();
let naive_mentions = 0;
for (const text of sample) {
  const clean = cleanAnswer(text).text;
  for (const pattern of patterns) if (clean.search(pattern) >= 0) naive_mentions += 1;
}
const naive_seconds = (process.cpuUsage(naive_start).user / 1e6) * (ANSWERS / sample.length);

console.log({
  answers: ANSWERS,
  mean_length: Math.round(answers.reduce((sum, text) => sum + text.length, 0) / ANSWERS),
  aliases: ALIASES,
  compile_milliseconds: Math.round(compile_milliseconds),
  seconds: Number(seconds.toFixed(2)),
  mentions,
  naive_mentions_in_sample: naive_mentions,
  naive_seconds_extrapolated: Number(naive_seconds.toFixed(1)),
  naive_ratio: Number((naive_seconds / seconds).toFixed(1)),
});
