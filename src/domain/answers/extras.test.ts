import assert from "node:assert/strict";
import { test } from "node:test";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { jobContext } from "../../../test/kit/event-checks.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { replaceAnswer } from "./ingest/replace-answer.ts";
import { type NewAnswer, storeAnswers } from "./ingest/store-answers.ts";

const AD = { kind: "ad", title: "Acme sale", url: "https://acme.example/ad", price: null };
const PRODUCT = { kind: "product", title: "Umbra Peak", url: null, price: "$99" };

test("what was shown beside an answer is stored apart, told with the brand it names, and goes with the answer", async () => {
  const world = await makeWorld();
  const { db, project, pool } = world;
  const { log } = jobContext(world);
  const answer: NewAnswer = {
    ...{ external_id: "x", captured_at: new Date("2026-03-02T11:00:00Z"), day: "2026-03-02" },
    ...{ prompt: "Which boots?", country_code: "US", language_code: "en", slug: "chatgpt" },
    ...{ model_name: "ChatGPT", surface: "import", origin: "import", status: "answered" },
    ...{ answer: "I would pick Umbra.", served_model: null, search_ran: true, is_cut: false },
    ...{ sources: [], search_queries: [], removed_spans: [], extras: [AD, PRODUCT] },
  };
  const stored = await db
    .transaction()
    .execute((trx) => storeAnswers(trx, project, { answers: [answer], log }));
  await rebuildDirtyRollups(db, project);
  const [row] = (await world.rest("GET", "/chats")).body.data;
  const read = async () => (await world.rest("GET", `/chats/${row.id}`)).body;
  const chat = await read();
  const own = (await world.rest("GET", "/brands")).body.data[0];
  assert.deepEqual(chat.extras, [
    { ...AD, domain: "acme.example", brand_id: own.id },
    { ...PRODUCT, domain: null, brand_id: null },
  ]);
  assert.deepEqual([chat.brands_mentioned, chat.sources, row.brand_ids], [[], [], []]);
  const days = { date_from: "2026-03-01", date_to: "2026-03-31" };
  const report = (await world.rest("POST", "/reports/brands", days)).body;
  assert.equal(report.data[0].visibility, 0, "an ad is no mention");
  // A brand that comes later is found in it, too.
  const made = (await world.rest("POST", "/brands", { name: "Umbra" })).body;
  await world.runJobs();
  assert.equal((await read()).extras[1].brand_id, made.id);
  const again = (extras: (typeof AD | typeof PRODUCT)[]) =>
    db.transaction().execute((trx) => {
      const reading = { ...answer, is_cut: false, removed_spans: [], extras };
      return replaceAnswer(trx, project, { answer_id: stored.answer_ids[0] ?? 0, reading, log });
    });
  assert.equal(await again([AD, PRODUCT]), false, "nothing is different");
  assert.equal(await again([PRODUCT]), true);
  assert.deepEqual(
    (await read()).extras.map(({ title }: { title: string }) => title),
    ["Umbra Peak"],
  );
  await world.rest("DELETE", `/prompts/${row.prompt_id}`);
  const { rows } = await pool.query(
    "select count(*)::integer as left from answer_extras where project_id = $1",
    [project.project_id],
  );
  assert.deepEqual(rows, [{ left: 0 }]);
});
