import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addModel, addPage, addPrompt, type Fact, putFact } from "../../../test/kit/facts.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { findLeads, isLost } from "./find-leads.ts";

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
  // Both shares are of the same answers, the newest, and apart by the difference.
  assert.deepEqual(lead?.best_brand, { name: "Globex", share: 1, own_share: 0, total: 100 });
  assert.equal(lead.own_count, 120);
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

test("a page that one spell of answers cited is not lost where answers repeat each other, and is where they do not", async () => {
  for (const [spell, kinds] of [
    [8, []],
    [1, ["page_lost"]],
  ] as const) {
    const { db, id, models, prompts, put, find, own } = await makeProject();
    const page = await addPage(db, id, "acme.com", "/spell");
    await own();
    for (let day = -DAYS; day < DAYS; day++)
      for (const [at, prompt_id] of prompts.slice(0, 12).entries()) {
        const citations = at === 0 && day >= -20 && day < -17 ? [cite(page)] : [];
        const named: ("own" | "rival")[] = Math.floor((day + at) / spell) % 2 ? ["rival"] : ["own"];
        await put({ day, prompt_id, model_id: models[0], citations, named });
      }
    const found = (await find()).flatMap(({ kind }) => (kind.startsWith("page") ? [kind] : []));
    assert.deepEqual(found, kinds, `spells of ${spell}`);
  }
});

test("a page whose chance of being cited stays is called lost in less than 5 % of cases, also where answers repeat each other", () => {
  const below = makeRandom(7);
  const random = () => below(2 ** 31) / 2 ** 31;
  const days = 30;
  /** Citations of a page by day, each day's is the one before with a chance. */
  const draw = (share: number, repeat: number) => {
    let last = random() < share;
    return Array.from({ length: 2 * days }, () => {
      if (random() >= repeat) last = random() < share;
      return last;
    });
  };
  const count = (cited: readonly boolean[]) => cited.filter(Boolean).length;
  for (const repeat of [0, 0.5, 0.8])
    for (const [cells, share] of [
      [1, 0.1],
      [4, 0.03],
      [20, 0.005],
    ] as const) {
      const worlds = 1_000;
      let lost = 0;
      for (let world = 0; world < worlds; world++) {
        const all = Array.from({ length: cells }, () => draw(share, repeat));
        const cited_before = count(all.flatMap((one) => one.slice(0, days)));
        const cited = count(all.flatMap((one) => one.slice(days)));
        const asked = days * all.filter((one) => count(one.slice(0, days)) > 0).length;
        const page = { cited, cited_before, asked_before: asked, asked };
        if (isLost(page, { dependence: repeat, days })) lost++;
      }
      assert.ok(lost <= 0.05 * worlds, `${lost} of ${worlds}: ${repeat}, ${cells}`);
    }
  // One that is cited by half of the answers to a prompt, and then by none, is.
  const gone = { cited: 0, cited_before: 15, asked_before: days, asked: days };
  assert.ok(isLost(gone, { dependence: 0.8, days }));
});
