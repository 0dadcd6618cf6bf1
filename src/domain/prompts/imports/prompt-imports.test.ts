import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { deleteProject } from "#domain/tenancy/delete-project.ts";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { signedIn } from "../../../../test/kit/http-client.ts";
import { waitForLock } from "../../../../test/kit/wait-for.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { addImportedPrompts } from "./add-imported-prompts.ts";

const ROWS = 10_000;

/** Uploads CSV as a script does. */
async function upload({ app, key }: World, csv: string, query = "") {
  const answer = await app.request(`http://localhost:8787/api/v1/prompts/import${query}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "text/csv" },
    body: csv,
  });
  return { status: answer.status, body: await answer.json() };
}

const table = (count: number) =>
  ["prompt,country,topic,tags"]
    .concat(
      Array.from(
        { length: count },
        (_, n) => `"Which boots last, ${n}?",${n % 2 ? "DE" : ""},Topic ${n % 7},a;Tag ${n % 11}`,
      ),
    )
    .join("\n");

const last = async (world: World) => (await world.rest("GET", "/prompts/imports")).body.data[0];
const outcome = async (world: World) => {
  const { status, total, done, imported, unchanged, failed, problem } = await last(world);
  return { status, total, done, imported, unchanged, failed, problem };
};
const whole = { status: "done", problem: null, failed: 0 };

test("10,000 prompts come from one upload, with topics and tags, in seconds; again, nothing is made twice", async () => {
  const world = await makeWorld();
  const csv = table(ROWS);
  const checked = await upload(world, csv, "?dry_run=true");
  const { new_topics, new_tags, ...counts } = checked.body;
  assert.deepEqual([checked.status, new_topics.length, new_tags.length], [201, 7, 12]);
  assert.deepEqual(counts, {
    ...{ id: null, prompts: ROWS, unchanged: 0, first: "Which boots last, 0?" },
    ...{ ignored_columns: [], failed: [], failed_count: 0 },
  });
  assert.equal((await world.rest("GET", "/prompts?limit=1")).body.total_count, 0);
  assert.equal((await world.rest("GET", "/prompts/imports")).body.total_count, 0);

  const started = performance.now();
  const begun = await upload(world, csv);
  assert.match(begun.body.id, /^imp_/);
  assert.deepEqual(await outcome(world), {
    ...{ status: "running", total: ROWS, done: 0 },
    ...{ imported: 0, unchanged: 0, failed: 0, problem: null },
  });
  await world.runJobs();
  const seconds = (performance.now() - started) / 1_000;
  assert.ok(seconds < 60, `it took ${seconds} s`);
  const made = { ...whole, total: ROWS, done: ROWS };
  assert.deepEqual(await outcome(world), { ...made, imported: ROWS, unchanged: 0 });
  const { rows } = await world.pool.query(
    `select count(*)::int as prompts, count(distinct topic_id)::int as topics,
       sum((select count(*) from prompt_tags t where t.project_id = p.project_id and t.prompt_id = p.prompt_id))::int as tags,
       count(*) filter (where country_code = 'DE')::int as german
     from prompts p where project_id = $1`,
    [world.project.project_id],
  );
  assert.deepEqual(rows, [{ prompts: ROWS, topics: 7, tags: 2 * ROWS, german: ROWS / 2 }]);
  const audit = await world.pool.query(
    "select target from audit_log where project_id = $1 and operation = 'import_prompts'",
    [world.project.project_id],
  );
  assert.deepEqual(audit.rows, [{ target: { import_id: begun.body.id } }]);

  assert.equal((await upload(world, csv)).body.unchanged, ROWS);
  await world.runJobs();
  assert.deepEqual(await outcome(world), { ...made, imported: 0, unchanged: ROWS });
  const left = await world.pool.query("select from prompt_import_lines where project_id = $1", [
    world.project.project_id,
  ]);
  assert.equal(left.rowCount, 0);
});

test("lines that cannot be used are told by line, and kept until the next import", async () => {
  const world = await makeWorld();
  const csv = "prompt;country\nGood?;\n;US\nBad?;Utopia\nGood?;US\nToo;many;cells\n";
  const { body } = await upload(world, csv);
  const problems = [
    { line: 3, message: "There is no prompt." },
    { line: 4, message: '"UTOPIA" is no country code of two letters, like US.' },
    {
      line: 6,
      message: 'There are 3 cells for 2 columns; put "quotes" around one with a ; in it.',
    },
  ];
  assert.deepEqual([body.failed, body.failed_count, body.unchanged], [problems, 3, 1]);
  await world.runJobs();
  const counts = { imported: 1, unchanged: 1, failed: 3, total: 5, done: 5 };
  assert.deepEqual(await outcome(world), { ...whole, ...counts });
  const path = `/prompts/imports/${body.id}/failures`;
  const failures = await world.rest("GET", `${path}?limit=2`);
  assert.deepEqual(
    [failures.body.total_count, failures.body.data],
    [3, problems.slice(0, 2).map((one) => ({ ...one, prompt: null }))],
  );
  const other = await world.neighbour();
  assert.equal((await other.rest("GET", path)).status, 404);
  await upload(world, "prompt\nNext?");
  assert.equal((await world.rest("GET", path)).status, 404);
});

test("what cannot be done is refused in a sentence before work begins, and nothing is made", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  const said = async (csv: string, query = "") => {
    const { status, body } = await upload(world, csv, query);
    return `${status} ${body.error.message}`;
  };
  const full = "403 The plan brand/growth has room for 150 prompts; this would make 151.";
  assert.equal(await said(table(151)), full);
  assert.equal(await said(table(151), "?dry_run=true"), full);
  assert.equal(
    await said(`prompt\n${"x".repeat(10 * 1_048_576)}`),
    "413 The body is larger than 10 MB.",
  );
  assert.equal(await said(table(ROWS + 1)), "400 A file holds at most 10,000 prompts.");
  assert.equal(await said("prompt\n"), "400 There is no prompt in the file that can be used.");
  assert.match(await said("question,prompt\na,b"), /^400 "question" and "prompt" say the same/);
  assert.equal((await world.rest("GET", "/prompts/imports")).body.total_count, 0);
  assert.equal((await upload(world, table(150))).status, 201);
  assert.equal(
    await said(table(1)),
    "409 Prompts are being imported into this project already; wait until that is done.",
  );
  await world.runJobs();
  // There already: they need no room.
  assert.equal((await upload(world, table(150))).status, 201);
});

test("of two uploads at once one begins and the other is refused", async () => {
  const world = await makeWorld();
  const both = await Promise.all([upload(world, table(300)), upload(world, table(300))]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
  await world.runJobs();
  assert.equal((await outcome(world)).imported, 300);
});

test("an import whose room is taken meanwhile ends with the reason; what it made stays", async () => {
  const world = await makeWorld({ plan: "brand/scale" });
  await upload(world, table(500));
  await world.rest("POST", "/prompts", { prompts: [{ text: "One more?" }] });
  await world.runJobs();
  const { status, problem, imported, done } = await last(world);
  assert.deepEqual(
    [status, problem, imported, done],
    ["failed", "The plan brand/scale has room for 500 prompts; this would make 501.", 0, 0],
  );
  assert.equal((await upload(world, table(499))).status, 201);
});

test("a step that fails is taken back whole and done again: nothing is lost, nothing made twice", async () => {
  const world = await makeWorld();
  await upload(world, table(1_200));
  const { rows } = await world.pool.query(
    "select import_id from prompt_imports where project_id = $1",
    [world.project.project_id],
  );
  const one = { project_id: world.project.project_id, import_id: rows[0].import_id };
  // The database goes away in the second step, after its prompts were written.
  let steps = 0;
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      if (!JSON.stringify(node).includes("update prompt_imports set imported")) return node;
      steps++;
      if (steps === 2) throw Object.assign(new Error("gone"), { code: "57P01" });
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const context = { ...jobContext(world), db };
  await assert.rejects(addImportedPrompts.handler(context, one), { code: "UNAVAILABLE" });
  assert.deepEqual((await outcome(world)).done, 500);
  await Promise.all([
    addImportedPrompts.handler(jobContext(world), one),
    addImportedPrompts.handler(jobContext(world), one),
  ]);
  const counts = { total: 1_200, done: 1_200, imported: 1_200, unchanged: 0 };
  assert.deepEqual(await outcome(world), { ...whole, ...counts });
  assert.equal((await world.rest("GET", "/prompts?limit=1")).body.total_count, 1_200);
});

test("a page of ours uploads with its session, and reads its arguments from the address", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const path = `/app/call/import_prompts?project_id=${world.project.id}`;
  const send = (query: string) =>
    visitor.send(path + query, {
      method: "POST",
      headers: { "content-type": "text/csv", "sec-fetch-site": "same-origin" },
      body: "prompt\nWhich boots?",
    });
  const { status, body } = await send("&dry_run=true");
  assert.deepEqual([status, body.id, body.prompts], [201, null, 1]);
  const refused = await send("&such=1");
  assert.deepEqual([refused.status, refused.body.error.code], [400, "VALIDATION_ERROR"]);
  assert.match((await send("")).body.id, /^imp_/);
});

test("a project is deleted while a file of prompts is imported, and neither holds what the other waits for", async () => {
  const world = await makeWorld();
  await upload(world, table(700));
  const import_id = decodeId("imp", (await last(world)).id);
  let deleted: Promise<unknown> | undefined;
  const db = betweenStatements(world.db, "for update of i", async () => {
    if (deleted) return;
    deleted = run(deleteProject, world.context(), { confirm_name: "Acme" });
    await waitForLock(world.pool);
  });
  const { project_id } = world.project;
  await addImportedPrompts.handler({ ...jobContext(world), db }, { project_id, import_id });
  await deleted;
  assert.equal((await world.rest("GET", "/prompts")).status, 401);
});

test("a question whose accents are signs of their own is the same question", async () => {
  const world = await makeWorld();
  const whole = "Quelle est la meilleure crème brûlée ?";
  const made = await world.rest("POST", "/prompts", {
    prompts: [{ text: whole.normalize("NFD") }],
  });
  assert.equal(made.body.data[0].text, whole);
  const again = await world.rest("POST", "/prompts", { prompts: [{ text: whole }] });
  assert.deepEqual(
    again.body.skipped.map(({ code }: { code: string }) => code),
    ["CONFLICT"],
  );
  const line = {
    captured_at: "2026-03-01T08:00:00Z",
    prompt: whole.normalize("NFD"),
    model: "ChatGPT",
  };
  const answer = JSON.stringify({ ...line, answer: "Acme." });
  assert.equal((await world.rest("POST", "/chats/import", answer)).body.prompts_made, 0);
  const search = encodeURIComponent("crème".normalize("NFD"));
  assert.equal((await world.rest("GET", `/prompts?search=${search}`)).body.total_count, 1);
});
