import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { emptyCells, ratioSpread } from "#domain/statistics/cell-sums.ts";
import {
  type Ends,
  endsOfMean,
  endsOfMeanForQuestions,
  independentAnswers,
  spreadAgain,
  spreadOfQuestions,
} from "#domain/statistics/row-intervals.ts";
import { makeRandom, normal, type Random, shareOf } from "../../../bench/seeded-worlds.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { SINGLE_TONE, singlePlace } from "./share-ends.ts";

test("place and tone of a brand that two answers name, alike, are known by no interval of no width", async () => {
  const LAST = "2026-10-28";
  const world = await makeWorld({ name: "Acme", domain: "acme.com" });
  await world.rest("POST", "/brands", { name: "Zorbel", domains: ["zorbel.com"] });
  const days = Array.from({ length: 7 }, (_, back) => addDays(LAST, -back));
  const lines = days.flatMap((day, back) =>
    Array.from({ length: 40 }, (_, prompt) => {
      const isNamed = (back === 2 && prompt === 3) || (back === 4 && prompt === 30);
      const isOwn = (back + prompt) % 3 > 0;
      return JSON.stringify({
        ...{ captured_at: `${day}T12:00:00Z`, model: "alpha" },
        prompt: `Which boots are good, case ${prompt}?`,
        answer: `${isNamed ? "Zorbel is excellent. " : ""}${isOwn ? "Acme is excellent." : "None."}`,
      });
    }),
  );
  assert.equal((await world.rest("POST", "/chats/import", lines.join("\n"))).status, 200);
  await world.runJobs();
  const range = { date_from: days[6], date_to: LAST };
  const read = async (more: object) => {
    const { body } = await world.rest("POST", "/reports/brands", { ...range, ...more });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
    return body.data.filter(({ brand }: any) => brand.name === "Zorbel");
  };
  const own = (await world.rest("GET", "/brands")).body.data.find(
    ({ name }: { name: string }) => name === "Acme",
  );
  const [row] = await read({ other_brand_id: own.id });
  assert.deepEqual([row.position, row.position_count, row.sentiment_count], [1, 2, 2]);
  // With one answer more at the third place it would be 1.67; with one more without praise below 80.
  assert.equal(row.position_low, 1);
  assert.ok(row.position_high > 1.67, `${row.position_high}`);
  assert.ok(row.sentiment_low < 80 && row.sentiment_high > row.sentiment, `${row.sentiment_low}`);
  assert.ok(row.lead.position.high - row.lead.position.low > 1, JSON.stringify(row.lead.position));
  assert.ok(row.lead.sentiment.high - row.lead.sentiment.low > 20);
  const daily = await read({ dimensions: ["date"] });
  assert.ok(daily.length >= 2);
  for (const one of daily.filter((of: { position: number | null }) => of.position !== null))
    assert.ok(one.position_high > row.position_high, `${one.position_high}`);
});

/** What an answer says that names the brand, around what its prompt says on average. */
type Said = {
  ofPrompt: (random: Random) => number;
  ofAnswer: (random: Random, prompt: number) => number;
  mean: (prompt: number) => number;
  single: (mean: number) => number;
};
/** One of five others is named, too, with the chance of the prompt; each may come first. */
const place = (random: Random, chance: number) => {
  const others = Array.from({ length: 5 }, random).filter((one) => one < chance).length;
  return 1 + Math.floor(random() * (others + 1));
};
const tone = () => SINGLE_TONE;
const KINDS: Record<string, Said> = {
  "tones around a mean": {
    ofPrompt: (random) => 0.3 + 0.3 * normal(random),
    ofAnswer: (random, mean) => mean + 0.4 * normal(random),
    ...{ mean: (prompt) => prompt, single: tone },
  },
  "praise, rarely blame": {
    ofPrompt: (random) => Math.min(1, Math.max(0, 0.8 + 0.15 * normal(random))),
    ofAnswer: (random, chance) => (random() < chance ? 0.9 : -0.6),
    ...{ mean: (chance) => 1.5 * chance - 0.6, single: tone },
  },
  places: {
    ...{ ofPrompt: (random) => shareOf(normal(random) - 0.5), ofAnswer: place },
    ...{ mean: (chance) => 1 + 2.5 * chance, single: singlePlace },
  },
  "mostly first, sometimes third": {
    ofPrompt: (random) => Math.min(1, Math.max(0, 0.85 + 0.1 * normal(random))),
    ofAnswer: (random, chance) => (random() < chance ? 1 : 3),
    ...{ mean: (chance) => 3 - 2 * chance, single: singlePlace },
  },
};
const [PROMPTS, DAYS, WORLDS] = [40, 7, 300];

type World = { said: Said; level: number; repeats: number };

/** Both intervals of one drawn week, and what the prompts would say on average; null where no answer names the brand. */
function drawWeek(random: Random, { said, level, repeats }: World) {
  const cells = emptyCells(PROMPTS);
  const add = (to: Float64Array, at: number, more: number) => {
    to[at] = (to[at] ?? 0) + more;
  };
  let [parts, wholes] = [0, 0];
  for (let at = 0; at < PROMPTS; at++) {
    const [share, prompt] = [shareOf(level + 2 * normal(random)), said.ofPrompt(random)];
    parts += share * said.mean(prompt);
    wholes += share;
    let last: number | null = null;
    for (let day = 0; day < DAYS; day++) {
      if (day === 0 || random() >= repeats)
        last = random() < share ? said.ofAnswer(random, prompt) : null;
      add(cells.answers, at, 1);
      add(cells.units, at, 1);
      if (last === null) continue;
      for (const sum of [cells.whole, cells.whole2]) add(sum, at, 1);
      for (const sum of [cells.part, cells.product]) add(sum, at, last);
      add(cells.part2, at, last * last);
    }
  }
  const known = ratioSpread(cells);
  const again = known && spreadAgain(cells, { dependence: repeats, known });
  if (!known || !again) return null;
  const prompt = Int32Array.from({ length: PROMPTS }, (_, at) => at);
  const questions = spreadOfQuestions(cells, { prompt, prompts: PROMPTS }, known);
  const worth = independentAnswers(known, repeats);
  const of = { worth, single: said.single(known.ratio) };
  return {
    ...{ truth: parts / wholes, answers: known.all },
    again: endsOfMean(known.ratio, again, of),
    questions: questions && endsOfMeanForQuestions(known.ratio, questions, of),
  };
}

/** What a mean is on average over all questions that prompts are drawn from. */
function truthOf({ said, level }: World): number {
  const random = makeRandom(7);
  let [parts, wholes] = [0, 0];
  for (let draw = 0; draw < 100_000; draw++) {
    const share = shareOf(level + 2 * normal(random));
    parts += share * said.mean(said.ofPrompt(random));
    wholes += share;
  }
  return parts / wholes;
}

const holds = ({ low, high }: Ends, truth: number) => low <= truth && truth <= high;

test("intervals of place and tone hold the truth as often as they say, of two answers and of many", () => {
  let seed = 1;
  for (const [name, said] of Object.entries(KINDS)) {
    for (const level of [-6, -4.5, -1]) {
      for (const repeats of [0, 0.6]) {
        const world = { said, level, repeats };
        const random = makeRandom(seed++);
        const among = truthOf(world);
        const found = { of: 0, again: 0, asked: 0, questions: 0 };
        for (let round = 0; round < WORLDS; round++) {
          const week = drawWeek(random, world);
          if (!week) continue;
          found.of++;
          found.again += Number(holds(week.again, week.truth));
          if (week.answers < 30)
            assert.ok(week.again.high - week.again.low > 0.1, `${name}: ${week.answers} answers`);
          if (!week.questions) continue;
          found.asked++;
          found.questions += Number(holds(week.questions, among));
        }
        const told = `${name}, ${level}, ${repeats}: ${JSON.stringify(found)}`;
        assert.ok(found.of > 100 && found.asked > 20, told);
        assert.ok(found.again >= 0.92 * found.of, told);
        assert.ok(found.questions >= 0.89 * found.asked, told);
      }
    }
  }
});
