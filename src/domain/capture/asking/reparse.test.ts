import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { applyJudgements, insertJudgements } from "#domain/answers/facts/judgement-queries.ts";
import { packBody } from "#domain/answers/facts/raw-body.ts";
import { applyVerdicts, insertVerdicts } from "#domain/answers/facts/verdict-queries.ts";
import { judgeAgain } from "#domain/judging/judge-queries.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { workOnce } from "./capture-worker.ts";
import { reparseAnswers } from "./reparse-answers.ts";

/** A world with four captured answers. */
async function makeCaptured() {
  const world = await makeWorld({ now: () => new Date("2026-03-02T23:00:00Z") });
  const server = await startSimulatedServer({ seed: "reparse" });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 4, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  while (await workOnce(jobContext(world)));
  await world.runJobs();
  return world;
}

/** All that is stored of a world's answers. */
async function readAll(
  { pool, project }: World,
  tables = ["answers", "mentions", "citations", "search_queries", "brand_rollup"],
) {
  const rows = await Promise.all(
    tables.map((table) =>
      pool.query(`select to_jsonb(t) as row from ${table} t where project_id = $1 order by row`, [
        project.project_id,
      ]),
    ),
  );
  return rows.map((result) => result.rows);
}

async function readBrandIds({ pool, project }: World) {
  const { rows } = await pool.query(
    "select answer_id, brand_ids from answers where project_id = $1 order by answer_id",
    [project.project_id],
  );
  return rows;
}

/** The same adapters in a newer version, which reads another text and one page less. */
function newer(world: World, { says = "Acme leads.", pages = 1 } = {}): AccountContext {
  const context = jobContext(world);
  const simulated = context.providers.get("simulated");
  assert(simulated);
  const parse: typeof simulated.engine.parse = (raw, requested_model) => {
    const captured = simulated.engine.parse(raw, requested_model);
    return {
      ...captured,
      finish: "length",
      text: `${says} ${captured.text}`,
      cited: [],
      retrieved: captured.retrieved.slice(pages),
      adapter_version: "openai-responses@2",
    };
  };
  const provider = { ...simulated, engine: { ...simulated.engine, parse } };
  return { ...context, providers: new Map([["simulated", provider]]) };
}

test("reading bodies again with the same adapter changes nothing at all", async () => {
  const world = await makeCaptured();
  const before = await readAll(world);
  const again = await reparseAnswers(jobContext(world), world.project, { dry_run: false });
  assert.deepEqual(again, { read: 4, changed: 0, unreadable: 0 });
  assert.deepEqual(await readAll(world), before);
});

test("a newer adapter's reading takes the place of the old one; chats keep their ids, reports follow", async () => {
  const world = await makeCaptured();
  const before = await readAll(world);
  const chats = async () => {
    const { body } = await world.rest("GET", "/chats");
    return body.data.map(({ id }: { id: string }) => id).sort();
  };
  const ids = await chats();
  const dry = await reparseAnswers(newer(world), world.project, { dry_run: true });
  assert.deepEqual(dry, { read: 4, changed: 4, unreadable: 0 });
  assert.deepEqual(await readAll(world), before);
  await reparseAnswers(newer(world), world.project, { dry_run: false });
  assert.deepEqual(await chats(), ids);
  const { body: chat } = await world.rest("GET", `/chats/${ids[0]}`);
  assert.match(chat.answer, /^Acme leads\. /);
  assert.equal(chat.sources.filter(({ cited }: { cited: boolean }) => cited).length, 0);
  const days = { date_from: "2026-03-02", date_to: "2026-03-02" };
  const { body: report } = await world.rest("POST", "/reports/brands", days);
  assert.equal(report.data[0].visibility, 1, "the own brand, in every answer now");
  assert.equal(report.population.cut_answers, 4);
  const { rows } = await world.pool.query(
    "select distinct adapter_version from raw_answers where project_id = $1",
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ adapter_version: "openai-responses@2" }]);
  const twice = await reparseAnswers(newer(world), world.project, { dry_run: false });
  assert.equal(twice.changed, 0);
});

test("a body that cannot be read any more leaves its answer as it is", async () => {
  const world = await makeCaptured();
  await world.pool.query(
    `update raw_answers set body = $2 where project_id = $1 and answer_id =
      (select min(answer_id) from raw_answers where project_id = $1)`,
    [world.project.project_id, packBody({ foreign: true })],
  );
  const before = await readAll(world);
  const again = await reparseAnswers(jobContext(world), world.project, { dry_run: false });
  assert.deepEqual(again, { read: 4, changed: 0, unreadable: 1 });
  assert.deepEqual(await readAll(world), before);
});

/** A world with four answers of which one mention is judged bad and another is decided not to be meant. */
async function makeDecided() {
  const world = await makeCaptured();
  const { db, pool, project } = world;
  await reparseAnswers(newer(world), project, { dry_run: false });
  const { rows } = await pool.query(
    `select a.answer_id, m.brand_id, m.evidence, encode(sha256(convert_to(a.answer, 'UTF8')), 'hex') as content_hash
    from answers a join mentions m using (project_id, day, model_id, prompt_id, sample)
    where a.project_id = $1 order by a.answer_id, m.brand_id`,
    [project.project_id],
  );
  const [judged, doubted, open] = rows;
  assert(judged && doubted && open);
  const said = { judge: "a judge", now: world.base.now() };
  const content_hash = Buffer.from(judged.content_hash, "hex");
  const judgements = [{ ...judged, score: -0.9, content_hash, quote_start: 0, quote_end: 4 }];
  await insertJudgements(db, project, { ...said, judgements });
  await applyJudgements(db, project, [judged.answer_id]);
  const verdicts = [doubted, open].map((one) => ({
    ...{ ...one, doubt: "name", passage: "p", text_hash: one.content_hash },
    ...{ judged: one === doubted, quote: null },
  }));
  await insertVerdicts(db, project, { ...said, verdicts });
  await applyVerdicts(db, project, [doubted.answer_id, open.answer_id]);
  const asked = { chat_id: encodeId("cht", doubted.answer_id), is_mention: false };
  const decided = await world.rest("POST", "/doubtful-mentions/decide", {
    ...{ ...asked, brand_id: encodeId("brd", doubted.brand_id) },
  });
  assert.equal(decided.status, 200);
  await world.runJobs();
  return { world, judged, doubted, open };
}

test("what people decided and the judge said of a text stays when its body is read again", async () => {
  const { world } = await makeDecided();
  const kept = ["mentions", "judgements", "verdicts"];
  const read = async () => (await readAll(world, kept)).concat(await readBrandIds(world));
  const before = await read();
  const again = await reparseAnswers(newer(world, { pages: 99 }), world.project, {
    dry_run: false,
  });
  assert.equal(again.changed, 4, "their pages are gone");
  assert.deepEqual(await read(), before);
});

test("of another text only what people decided stays, and the judge looks again", async () => {
  const { world, judged, doubted } = await makeDecided();
  const { pool, project } = world;
  await pool.query(
    `insert into judges (project_id, model_id, since, created_at, last_answer_id)
      select project_id, model_id, '2026-03-01', now(), 1000000 from capture_targets where project_id = $1`,
    [project.project_id],
  );
  const other = newer(world, { says: "Acme is the worst." });
  const onChanged = (db: World["db"]) => judgeAgain(db, project);
  await reparseAnswers(other, project, { dry_run: false, onChanged });
  const { rows: said } = await pool.query(
    `select 'tone' as of, answer_id, brand_id from judgements where project_id = $1
      union all select 'name', answer_id, brand_id from verdicts where project_id = $1`,
    [project.project_id],
  );
  const { answer_id, brand_id } = doubted;
  assert.deepEqual(said, [{ of: "name", answer_id, brand_id }]);
  const { rows: named } = await pool.query(
    `select m.brand_id, m.is_judged, a.answer_id from answers a
      join mentions m using (project_id, day, model_id, prompt_id, sample) where a.project_id = $1`,
    [project.project_id],
  );
  const is = (one: { answer_id: string; brand_id: number }) =>
    named.find((row) => row.answer_id === one.answer_id && row.brand_id === one.brand_id);
  assert.equal(is(doubted), undefined, "a person said that it is not meant");
  assert.equal(is(judged)?.is_judged, false);
  const judge = await pool.query("select last_answer_id from judges");
  assert.deepEqual(judge.rows, [{ last_answer_id: -1 }]);
});
