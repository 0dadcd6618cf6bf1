import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, type Fact, putFact } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { findLeads } from "./find-leads.ts";

const FIRST = "2026-02-01";
const DAYS = 24;

/** Thirty prompts, a competitor, two models, and ways to store their answers and to find what could be done about them. */
async function makeProject() {
  const world = await makeWorld({ now: () => new Date("2026-03-01T12:00:00Z") });
  const { db, project } = world;
  const id = project.project_id;
  const { rows } = await sql<{ brand_id: number }>`
    select brand_id from brands where project_id = ${id} and is_own`.execute(db);
  const brands = {
    own: rows[0]?.brand_id ?? 0,
    rival: await insertBrand(db, project, { name: "Globex" }),
  };
  const models = [await addModel(db, id, "alpha"), await addModel(db, id, "bravo")] as const;
  const prompts: number[] = [];
  for (let n = 0; n < 30; n++) prompts.push(await addPrompt(db, id, { text: `Question ${n}?` }));
  const mention = (brand_id: number) => ({
    ...{ brand_id, position: 1, mention_count: 1, sentiment: null },
  });
  type Put = Pick<Fact, "model_id" | "prompt_id" | "citations"> & {
    day: number;
    named: (keyof typeof brands)[];
  };
  const put = ({ day, named, ...fact }: Put) =>
    putFact(db, id, {
      ...{ ...fact, day: addDays(FIRST, day) },
      mentions: named.map((who) => mention(brands[who])),
    });
  const find = async () => {
    await rebuildDirtyRollups(db, project);
    const date_to = addDays(FIRST, DAYS - 1);
    const scope = { date_from: FIRST, date_to, branded: "include" as const, filters: [] };
    return findLeads(db, project, scope);
  };
  const own = async () => {
    await sql`update domains set classification = 'own'
      where project_id = ${id} and domain = 'acme.com'`.execute(db);
  };
  return { db, id, models, prompts, put, find, own };
}

const cite = <Page>(page: Page) => ({ ...page, retrieved: 1, cited: 1 });

test("what can be won at least is no more than at most, where the newest answers differ from the others", async () => {
  const { db, id, models, prompts, put, find } = await makeProject();
  const citations = [cite(await addPage(db, id, "review.example"))];
  for (let day = 0; day < 8; day++)
    for (const prompt_id of prompts) {
      const named: ("own" | "rival")[] = day < 4 ? ["own", "rival"] : ["rival"];
      await put({ day, prompt_id, model_id: models[0], citations, named });
    }
  const lead = (await find()).find(({ kind }) => kind === "source_gap");
  assert.deepEqual([lead?.answer_count, lead?.prize], [240, 120]);
  assert.ok((lead?.prize_low ?? 0) <= 120, `${lead?.prize_low} of 120`);
});

test("a page is lost only if the assistants that cited it are still asked, and however many pages came before it", async () => {
  const { db, id, models, prompts, put, find, own } = await makeProject();
  const { domain_id } = await addPage(db, id, "acme.com");
  await sql`insert into urls (project_id, url, url_hash, domain_id, page_type)
    select ${id}::integer, 'https://acme.com/' || n, md5(n::text)::uuid, ${domain_id}::integer, 'other'
    from generate_series(1, 500) n`.execute(db);
  const [gone, lost] = [
    await addPage(db, id, "acme.com", "/gone"),
    await addPage(db, id, "acme.com", "/lost"),
  ];
  await own();
  for (let day = -DAYS; day < DAYS; day++) {
    const isBefore = day < 0;
    const [prompt_id = 0] = prompts;
    const fact = { day, prompt_id, named: [] };
    // One assistant cited one page, and is asked no more; the other cited another, and cites it no more.
    if (isBefore) await put({ ...fact, model_id: models[0], citations: [cite(gone)] });
    await put({ ...fact, model_id: models[1], citations: isBefore ? [cite(lost)] : [] });
  }
  const leads = await find();
  assert.deepEqual(
    leads.map(({ kind, subject, prize, answer_count }) => [kind, subject, prize, answer_count]),
    [["page_lost", "https://acme.com/lost", DAYS, DAYS]],
  );
});
