import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { applyJudgements } from "#domain/answers/facts/judgement-queries.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { call, signedIn, type Visitor, visitorOf } from "../../../test/kit/http-client.ts";
import { makeMarket } from "../../../test/kit/random-project.ts";
import { makeWorld, type World, type WorldOptions } from "../../../test/kit/world.ts";

type Json = Record<string, unknown>;
const RANGE = { date_from: "2026-02-01", date_to: "2026-02-28" };
const DAY_MS = 86_400_000;

/** A world with answers over 100 days, a clock to move, and a user who may share. */
async function makeShared(options: WorldOptions = {}) {
  let time = Date.parse("2026-03-10T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time), ...options });
  const market = await makeMarket(world, 11);
  await rebuildDirtyRollups(world.db, world.project);
  const { visitor } = await signedIn(world);
  const share = async (input: Json = {}) => {
    const project_id = world.project.id;
    const given = { project_id, name: "For the board", page: "overview", ...input };
    return call(visitor, "create_share_link", given);
  };
  return { world, market, visitor, share, pass: (days: number) => (time += days * DAY_MS) };
}

const tokenOf = ({ body }: { body: { url: string } }) => body.url.split("/").at(-1) ?? "";

/** Calls as a shared page does: without a session. */
function look(world: World, token: string, name: string, input: Json = {}) {
  return visitorOf(world).send(`/app/share/${token}/call/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
}

const report = (visitor: Visitor, world: World, name: string, input: Json) =>
  call(visitor, name, { project_id: world.project.id, ...input });

test("a link shows its reports without a session, with the numbers that a member sees", async () => {
  const { world, visitor, share } = await makeShared();
  const made = await share(RANGE);
  assert.equal(made.status, 201, made.text);
  assert.match(made.body.url, /^http:\/\/localhost:8787\/share\/[A-Za-z0-9_-]{43}$/);
  const token = tokenOf(made);
  for (const name of ["get_brand_report", "get_domain_report", "get_url_report"]) {
    const shared = await look(world, token, name, { dimensions: ["model_id"] });
    const own = await report(visitor, world, name, { ...RANGE, dimensions: ["model_id"] });
    assert.equal(shared.status, 200, shared.text);
    assert.ok(shared.body.data.length > 0, name);
    assert.deepEqual(shared.body, own.body);
    assert.equal(shared.headers.get("cache-control"), "no-store");
    assert.equal(shared.headers.get("x-robots-tag"), "noindex");
  }
  const { body } = await look(world, token, "get_share");
  assert.deepEqual(
    [body.name, body.project_name, body.page, body.date_from, body.date_to],
    ["For the board", "Acme", "overview", RANGE.date_from, RANGE.date_to],
  );
  const { rows } = await world.pool.query("select hash, length(hash) as size from share_links");
  assert.equal(rows[0].size, 32);
  assert.ok(!JSON.stringify(rows).includes(token));
});

test("a link tells how the tones in its days came about, and not who judged them", async () => {
  const { world, share } = await makeShared();
  const readTone = async (input: Json) => {
    const { body } = await look(world, tokenOf(await share({ ...RANGE, ...input })), "get_share");
    assert.doesNotMatch(JSON.stringify(body), /judge-dee|gpt-tiny/);
    return body.tone_method;
  };
  assert.equal(await readTone({}), "estimate");
  const { project_id } = world.project;
  const judge = async (from: string, to: string) => {
    await world.pool.query(
      `insert into judgements (project_id, answer_id, brand_id, judge, content_hash, score, judged_at)
       select a.project_id, a.answer_id, m.brand_id, 'mdl_judge-dee gpt-tiny q1', a.content_hash, 500, now()
       from answers a join mentions m using (project_id, day, model_id, prompt_id, sample)
       where project_id = $1 and day between $2 and $3`,
      [project_id, from, to],
    );
    const { rows } = await world.pool.query(
      "select answer_id from answers where project_id = $1 and day between $2 and $3",
      [project_id, from, to],
    );
    await applyJudgements(
      world.db,
      world.project,
      rows.map(({ answer_id }) => answer_id),
    );
  };
  await judge("2026-03-01", "2026-04-10");
  assert.equal(await readTone({}), "estimate", "what was judged lies after these days");
  await judge("2026-02-15", "2026-02-28");
  assert.equal(await readTone({}), "both");
  assert.equal(await readTone({ page: "brands", date_from: "2026-02-16" }), "judge");
  assert.equal(await readTone({ page: "sources" }), null);
});

test("days and filters of a link cannot be widened, only narrowed", async () => {
  const { world, visitor, share, market } = await makeShared();
  const model = `mdl_${market.models[0]?.slug}`;
  const other = `mdl_${market.models[1]?.slug}`;
  const filters = [{ field: "model_id", operator: "in", values: [model] }];
  const token = tokenOf(
    await share({ ...RANGE, filters, branded: "exclude", include_change: false }),
  );
  const bound = await look(world, token, "get_brand_report");
  const own = await report(visitor, world, "get_brand_report", {
    ...{ ...RANGE, filters, branded: "exclude" },
  });
  assert.deepEqual(bound.body, own.body);
  const wider: Json[] = [
    { date_from: "2026-01-31" },
    { date_to: "2026-03-01" },
    { date_from: "2020-01-01", date_to: "2030-01-01" },
    { date_from: "2026-03-02", date_to: "2026-03-05" },
    { date_to: "2026-02-30" },
    { date_to: 20_260_228 },
    { compare: "previous_period" },
    { compare_from: "2025-01-01", compare_to: "2025-01-31" },
    { branded: "only" },
    { filters: { length: 0 } },
    { filters: "none" },
    { unknown: 1 },
  ];
  for (const input of wider) {
    const { status, body } = await look(world, token, "get_brand_report", input);
    assert.equal(status, 400, `${JSON.stringify(input)} ${JSON.stringify(body).slice(0, 200)}`);
  }
  const empty = { filters: [], branded: "include" };
  assert.deepEqual((await look(world, token, "get_brand_report", empty)).body, own.body);
  // Another filter is added, never put in place of the link's own.
  const foreign = [{ field: "model_id", operator: "in", values: [other] }];
  const none = await look(world, token, "get_brand_report", { filters: foreign });
  assert.equal(none.body.population.answers, 0, none.text.slice(0, 300));
  const week = { date_from: "2026-02-10", date_to: "2026-02-16" };
  const part = await look(world, token, "get_brand_report", week);
  const mine = await report(visitor, world, "get_brand_report", {
    ...{ ...week, filters, branded: "exclude" },
  });
  assert.deepEqual(part.body, mine.body);
});

test("a link tells no names of what it leaves out, nor how brands are found", async () => {
  const { world, share, market } = await makeShared();
  const brand = encodeId("brd", market.brands[0] ?? 0);
  const topic = encodeId("top", market.prompts.find(({ topic_id }) => topic_id > 0)?.topic_id ?? 0);
  await world.pool.query(
    'update brands set aliases = \'[{"text":"Secret","case_sensitive":true}]\', regex = \'secret\' where project_id = $1',
    [world.project.project_id],
  );
  await world.pool.query(
    "update projects set profile = $2, keep_runs_days = 7777 where project_id = $1",
    [world.project.project_id, JSON.stringify({ industry: "Secret", products: [], audience: "" })],
  );
  const filters = [
    { field: "brand_id", operator: "in", values: [brand] },
    { field: "topic_id", operator: "in", values: [topic] },
  ];
  const token = tokenOf(await share({ ...RANGE, filters }));
  const ids = async (name: string, input: Json = {}) =>
    (await look(world, token, name, input)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await ids("list_brands"), [brand]);
  assert.deepEqual(await ids("list_topics"), [topic]);
  assert.deepEqual(await ids("list_brands", { limit: 5, offset: 1 }), []);
  assert.ok((await ids("list_models")).length > 1);
  const report = await look(world, token, "get_brand_report");
  assert.deepEqual(
    report.body.data.map((row: { brand: { id: string } }) => row.brand.id),
    [brand],
  );
  const sources = await look(world, token, "get_domain_report");
  const named: string[] = sources.body.data.flatMap((row: Json) => row["mentioned_brand_ids"]);
  assert.ok(named.length > 0 && named.every((id) => id === brand), sources.text);
  const hidden = { other_brand_id: encodeId("brd", market.brands[1] ?? 0) };
  assert.equal((await look(world, token, "get_brand_report", hidden)).status, 404);
  for (const name of ["list_brands", "get_project", "get_retention"]) {
    const { text, status } = await look(world, token, name);
    assert.equal(status, 200);
    assert.ok(!/secret|7777/i.test(text), text);
  }
});

test("a page's link runs that page's reading operations and nothing else", async () => {
  const { world, share } = await makeShared();
  const project_id = world.project.id;
  const token = tokenOf(await share({ ...RANGE, page: "sources" }));
  assert.equal((await look(world, token, "get_url_report", { project_id })).status, 200);
  const shut = ["get_brand_report", "list_chats", "list_prompts", "get_me", "list_share_links"];
  for (const name of [...shut, "update_project", "create_share_link", "constructor", "drop_it"]) {
    const { status, body } = await look(world, token, name, { project_id, name: "Mine" });
    assert.deepEqual([name, status, body.error.code], [name, 404, "NOT_FOUND"]);
  }
  const other = await world.neighbour({ name: "Other" });
  const { body } = await look(world, token, "get_project", { project_id: other.project.id });
  assert.equal(body.id, project_id);
});

test("unknown, malformed, expired and revoked links, and those of a deleted project, are one answer", async () => {
  const { world, visitor, share, pass } = await makeShared();
  const project_id = world.project.id;
  const kept = tokenOf(await share({ ...RANGE, expires_in_days: 10 }));
  const short = tokenOf(await share({ ...RANGE, expires_in_days: 1 }));
  const revoked = await share(RANGE);
  const ended = await call(visitor, "revoke_share_link", {
    ...{ project_id, share_id: revoked.body.id },
  });
  assert.deepEqual([ended.status, ended.body.status], [200, "revoked"]);
  assert.equal((await look(world, short, "get_share")).status, 200);
  pass(1);
  const unknown = await look(world, "a".repeat(43), "get_share");
  assert.equal(unknown.status, 404);
  for (const token of [short, tokenOf(revoked), "x", "a".repeat(500), "%00", `${kept}a`]) {
    for (const name of ["get_share", "get_brand_report", "no_such_thing"]) {
      const { status, body } = await look(world, token, name);
      assert.deepEqual([status, body], [404, unknown.body], token.slice(0, 50));
    }
  }
  assert.equal((await look(world, kept, "get_share")).status, 200);
  const list = await call(visitor, "list_share_links", { project_id });
  assert.deepEqual(
    list.body.data.map(({ status, last_used_at }: Json) => [status, last_used_at !== null]),
    [
      ["revoked", false],
      ["expired", true],
      ["active", true],
    ],
  );
  assert.ok(!list.text.includes(kept));
  await visitor.confirm();
  await call(visitor, "delete_project", { project_id, confirm_name: "Acme" });
  assert.deepEqual((await look(world, kept, "get_share")).body, unknown.body);
});

test("a link over the last days moves with the project's day", async () => {
  const { world, share, pass } = await makeShared({ timezone: "Pacific/Kiritimati" });
  const token = tokenOf(await share({ last_days: 7 }));
  const first = await look(world, token, "get_share");
  assert.deepEqual([first.body.date_from, first.body.date_to], ["2026-03-05", "2026-03-11"]);
  pass(2);
  const later = await look(world, token, "get_share");
  assert.deepEqual([later.body.date_from, later.body.date_to], ["2026-03-07", "2026-03-13"]);
  const past = await look(world, token, "get_brand_report", { date_from: "2026-03-06" });
  assert.equal(past.status, 400);
});

test("another tenant's links are neither listed nor revoked; viewers make none; wrong ones are refused", async () => {
  const { world, visitor, share } = await makeShared();
  const project_id = world.project.id;
  const other = await world.neighbour();
  const stranger = await signedIn(other);
  const { body } = await share(RANGE);
  const foreign = { project_id: other.project.id, share_id: body.id };
  assert.equal((await call(stranger.visitor, "revoke_share_link", foreign)).status, 404);
  const listed = await call(stranger.visitor, "list_share_links", {
    project_id: foreign.project_id,
  });
  assert.equal(listed.body.total_count, 0);
  const viewer = await signedIn(world, "viewer");
  const wanted = { project_id, name: "Mine", page: "brands", last_days: 7 };
  assert.equal((await call(viewer.visitor, "create_share_link", wanted)).status, 403);
  assert.equal((await call(visitor, "get_share", { project_id })).status, 404);
  const wrong: Json[] = [
    {},
    { last_days: 7, ...RANGE },
    { date_from: "2026-02-01" },
    { date_from: "2026-02-02", date_to: "2026-02-01" },
    { date_from: "2020-01-01", date_to: "2026-02-01" },
    { last_days: 7, expires_in_days: 366 },
    { last_days: 7, expires_in_days: 0 },
    { last_days: 7, page: "settings" },
    { last_days: 7, filters: [{ field: "brand_id", operator: "in", values: ["acme"] }] },
  ];
  for (const input of wrong) {
    const { status } = await share(input);
    assert.equal(status, 400, JSON.stringify(input));
  }
});

test("guessing links is limited by address, and other methods are refused", async () => {
  const { world, share } = await makeShared({ per_minute: 1_000 });
  const token = tokenOf(await share(RANGE));
  const other = await visitorOf(world).get(`/app/share/${token}/call/get_share`);
  assert.deepEqual([other.status, other.headers.get("allow")], [405, "POST"]);
  const seen = new Set<number>();
  for (let count = 0; count < 320; count++)
    seen.add((await look(world, "guess", "get_share")).status);
  assert.deepEqual([...seen].sort(), [404, 429]);
  const refused = await look(world, token, "get_share");
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get("retry-after")) > 0);
});
