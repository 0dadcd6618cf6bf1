import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { spanStart } from "#domain/sums/spans.ts";
import { packedNumbers } from "../../../test/kit/packed-numbers.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { numberOf, readPackedUses, USES } from "./packed-uses.ts";
import { NO_ROWS, type ReportQuery } from "./report-query.ts";

type Used = Record<"day" | "status" | "country_code", string> &
  Record<"model_id" | "prompt_id" | "sample" | "id", number> & {
    retrieved: boolean;
    cited: boolean;
  };

const DAYS = { date_from: "2026-01-10", date_to: "2026-02-20" };
const QUERY: ReportQuery = {
  ...{ ...DAYS, ...NO_ROWS, dimensions: [], having: [], order_by: [], filters: [], rows: [] },
  ...{ branded: "include", limit: 10, offset: 0 },
};

test("uses of sources are counted as one looks at each answer: by model, span and prompt", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const { project_id } = project;
  await makeMarket(world, 21);
  for (const kind of ["domain", "url"] as const) {
    const { rows: answers } = await sql<Used>`
      select day, model_id, prompt_id, sample, a.status, country_code from answers a
      join prompts p using (project_id, prompt_id) join models using (project_id, model_id)
      where project_id = ${project_id} and day between ${DAYS.date_from} and ${DAYS.date_to}
        and (supports_retrieved or supports_cited)`.execute(db);
    const { rows: uses } = await sql<Used>`
      select day, model_id, prompt_id, sample, ${sql.ref(`${kind}_id`)} as id,
        bool_or(retrieved > 0) as retrieved, bool_or(cited > 0) as cited
      from citations where project_id = ${project_id} group by 1, 2, 3, 4, 5`.execute(db);
    const ids = [...new Set(uses.map(({ id }) => id))].filter((id) => id % 3 > 0);
    const [country = ""] = answers.map(({ country_code }) => country_code);
    const filtered: ReportQuery = {
      ...QUERY,
      filters: [{ field: "country_code", operator: "in", values: [country] }],
    };
    const some = answers.filter(({ country_code }) => country_code === country);
    for (const [query, counted, span] of [
      [QUERY, answers, 1],
      [QUERY, answers, 8],
      [filtered, some, 8],
    ] as const) {
      const found: string[] = [];
      for await (const row of readPackedUses(db, project, { kind, ids, query, span })) {
        const { prompts, entries } = packedNumbers(row.cells);
        const name = `${row.start} ${row.model_id}`;
        for (const one of prompts) found.push(`${name} ${one.prompt_id}: ${one.answers}`);
        for (const { prompt_id, brand_id, numbers } of entries)
          found.push(`${name} ${prompt_id} ${brand_id}: ${numbers}`);
      }
      const expected = recount(counted, uses, { ids, span });
      assert.ok(expected.some((one) => one.includes(",0,0,")));
      assert.deepEqual(found.sort(), expected.sort());
    }
  }
});

function recount(
  answers: readonly Used[],
  uses: readonly Used[],
  { ids, span }: { ids: readonly number[]; span: number },
): string[] {
  const keyOf = ({ day, model_id, prompt_id, sample }: Used) =>
    [day, model_id, prompt_id, sample].join();
  const byAnswer = Map.groupBy(uses, keyOf);
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const answer of answers) {
    if (answer.status !== "answered") continue;
    const name = `${spanStart(answer.day, span)} ${answer.model_id} ${answer.prompt_id}`;
    count(name);
    for (const used of byAnswer.get(keyOf(answer)) ?? []) {
      if (!ids.includes(used.id)) continue;
      for (const use of USES) if (used[use]) count(`${name} ${numberOf(used.id, use)}`);
    }
  }
  // An answer uses a source first, once and without a tone.
  return [...counts].map(([name, n]) =>
    name.split(" ").length === 3 ? `${name}: ${n}` : `${name}: ${n},${n},0,0,${n},${n}`,
  );
}
