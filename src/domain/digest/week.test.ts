import assert from "node:assert/strict";
import { test } from "node:test";
import { call, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { fillWeeks, type SaidWeek } from "../../../test/kit/weeks.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { withoutInside } from "./week.ts";

// A Monday: the week is 2 to 8 March, the one before 23 February to 1 March.
const now = () => new Date("2026-03-09T09:00:00Z");
const FIRST = "2026-02-23";

async function begin(weeks: readonly [SaidWeek, SaidWeek], timezone = "UTC") {
  const world = await makeWorld({ now, timezone });
  await fillWeeks(world, FIRST, weeks);
  return world;
}

async function weekOf(world: World, input: object = {}) {
  const { status, body } = await world.rest("POST", "/reports/week", input);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

const UP = [
  { named: 3, cites: ["old.example", "both.example"] },
  { named: 11, cites: ["new.example", "both.example"] },
] as const;

test("a week says what changed by more than chance, with the numbers of the reports", async () => {
  const world = await begin(UP);
  const week = await weekOf(world);
  const days = { date_from: "2026-03-02", date_to: "2026-03-08" };
  assert.deepEqual([week.date_from, week.date_to], [days.date_from, days.date_to]);
  assert.deepEqual(week.previous, { date_from: FIRST, date_to: "2026-03-01" });
  const report = await world.rest("POST", "/reports/brands", {
    ...{ ...days, branded: "exclude", compare: "previous_period" },
  });
  const own = report.body.data.find((row: { brand: { is_own: boolean } }) => row.brand.is_own);
  for (const name of ["visibility", "visibility_count", "visibility_total"])
    assert.equal(week.own[name], own[name], name);
  assert.equal(week.own.previous_visibility, own.previous.visibility);
  assert.deepEqual(week.own.change, own.change.visibility);
  assert.deepEqual([week.own.rank, week.own.brand_count, week.own.previous_rank], [2, 2, 2]);
  const against = { ...days, branded: "exclude", other_brand_id: own.brand.id };
  const { lead } = (await world.rest("POST", "/reports/brands", against)).body.data[0];
  assert.equal(week.own.level_count, Number(lead.visibility.low <= 0));
  await world.rest("POST", "/brands", { name: "Halvorn" });
  const { own: during } = await weekOf(world);
  assert.deepEqual([during.rank, during.brand_count], [2, 2], "one that is not read has no rank");
  assert.equal(week.is_quiet, false);
  assert.equal(
    week.summary,
    "Acme is named in 91.7\u00A0% of 168 answers, 2nd of 2 brands, too close to call with another; up 66.7 points since the week before.",
  );
  const told = week.changes.map(
    (one: { brand: { name: string }; measure: string }) => `${one.brand.name} ${one.measure}`,
  );
  const certain = report.body.data.flatMap(
    (row: { brand: { name: string }; change: Record<string, { significant: boolean }> }) =>
      ["visibility", "share_of_voice", "position", "sentiment"]
        .filter((name) => row.change[name]?.significant)
        .map((name) => `${row.brand.name} ${name}`),
  );
  assert.deepEqual(told.toSorted(), certain.toSorted());
  assert.match(
    week.changes[0].text,
    /^Visibility of Acme up 66\.7 points: 25\.0\u00A0% → 91\.7\u00A0% \(95\u00A0% interval \d/,
  );
  assert.deepEqual(
    week.sources.map(({ domain, what, before_count, now_count }: Record<string, unknown>) => [
      ...[domain, what, before_count, now_count],
    ]),
    [
      ["new.example", "new", 0, 168],
      ["old.example", "lost", 168, 0],
    ].toSorted(
      (a, b) =>
        week.sources.findIndex((one: { domain: string }) => one.domain === a[0]) -
        week.sources.findIndex((one: { domain: string }) => one.domain === b[0]),
    ),
  );
  assert.match(
    week.note,
    /a change below about 31\.3 points in the visibility of Acme may be chance/,
  );
});

test("where nothing changed but by chance, the week says so; prompts that name the brand are left out", async () => {
  const world = await begin([{ named: 6 }, { named: 6 }]);
  const week = await weekOf(world);
  assert.equal(week.is_quiet, true);
  assert.deepEqual([week.changes, week.parts, week.sources], [[], [], []]);
  assert.match(week.summary, /^Acme is named in 50\.0\u00A0% of 168 answers, 2nd of 2 brands/);
  const all = await weekOf(world, { branded: "include" });
  assert.equal(all.population.answers, 182);
  assert.equal(week.population.answers, 168);
});

test("few answers are said to be few, and none at all", async () => {
  const world = await begin(UP);
  const first = await weekOf(world, { date_to: "2026-03-01" });
  assert.match(first.note, /no answers in the 7 days before/);
  assert.equal(first.is_quiet, true);
  assert.equal(
    (await weekOf(world, { date_to: "2026-02-20" })).summary,
    "There are no answers in these days.",
  );
  const { project_id } = world.project;
  const { rows } = await world.pool.query(
    "select prompt_id from prompts where project_id = $1 order by 1 limit 3",
    [project_id],
  );
  const ids = rows.map(({ prompt_id }: { prompt_id: number }) => prompt_id);
  const { body } = await world.rest("GET", "/prompts?limit=3");
  assert.equal(body.data.length, ids.length);
  const few = await weekOf(world, {
    filters: [
      {
        field: "prompt_id",
        operator: "in",
        values: body.data.map(({ id }: { id: string }) => id),
      },
    ],
  });
  assert.match(few.note, /^With 42 answers this week and 42 the week before, .* chance/);
});

test("a week ends yesterday in the project's time zone, and is 7 days", async () => {
  // At 09:00 UTC on the 9th it is the 9th in Auckland and the 8th on Midway.
  const far = await begin(UP, "Pacific/Midway");
  const late = () => new Date("2026-03-09T10:30:00Z");
  assert.equal((await weekOf(far)).date_to, "2026-03-07");
  const east = await makeWorld({ now: late, timezone: "Pacific/Kiritimati" });
  assert.equal((await weekOf(east)).date_to, "2026-03-09");
  const refused = await east.rest("POST", "/reports/week", {
    ...{ date_from: "2026-03-01", date_to: "2026-03-08" },
  });
  assert.equal(refused.status, 400);
});

test("a week tells the best open actions with their prize, runs that lack answers, and what is simulated", async () => {
  const world = await begin([{ named: 1 }, { named: 1 }]);
  const { project_id } = world.project;
  const { rows } = await world.pool.query(
    `insert into capture_runs (project_id, day, created_at) values ($1, '2026-03-05', now()) returning run_id`,
    [project_id],
  );
  await world.pool.query(
    `insert into capture_tasks (project_id, run_id, day, prompt_id, model_id, sample, run_after, status, error, error_kind)
     select p.project_id, $2, '2026-03-05', p.prompt_id, m.model_id, 1, now(), 'failed', 'no', 'retry'
     from prompts p join models m using (project_id) where p.project_id = $1 and m.slug = 'one'`,
    [project_id, rows[0].run_id],
  );
  const week = await weekOf(world);
  const { body } = await world.rest("GET", `/actions?date_to=2026-03-08&status=open&limit=3`);
  assert.equal(week.actions.length, 3);
  assert.deepEqual(
    week.actions.map(({ action_key, prize }: Record<string, unknown>) => [action_key, prize]),
    body.data.map(({ action_key, prize }: Record<string, unknown>) => [action_key, prize]),
  );
  assert.match(week.actions[0].text, /Acme.*\((up|\d+) to \d+ answers to win\)$/);
  assert.equal(week.runs.failed, 13);
  assert.equal(week.runs.troubled[0].text, "Of 13 questions 13 failed");
  // What was asked again and answered is one question, that did not fail.
  await world.pool.query(
    `insert into capture_tasks (project_id, run_id, day, prompt_id, model_id, sample, asked_at, is_repeat, run_after, status, finished_at)
     select project_id, run_id, day, prompt_id, model_id, 2, now(), true, now(), 'done', now()
     from capture_tasks where project_id = $1`,
    [project_id],
  );
  await world.pool.query(
    "update capture_tasks set finished_at = now() - interval '1 hour' where project_id = $1 and sample = 1",
    [project_id],
  );
  const { planned, done, failed, troubled } = (await weekOf(world)).runs;
  assert.deepEqual([planned, done, failed, troubled], [13, 13, 0, []]);
  assert.equal(week.is_simulated, false);
  await world.pool.query("update models set provider = 'simulated' where project_id = $1", [
    project_id,
  ]);
  assert.equal((await weekOf(world)).is_simulated, true);
});

test("a shared week shows the week, nothing of what is to be done, and no other days", async () => {
  const world = await begin(UP);
  const { visitor } = await signedIn(world);
  const share = (input: object) =>
    call(visitor, "create_share_link", {
      ...{ project_id: world.project.id, name: "For the board", page: "week", ...input },
    });
  const of_site = { field: "domain", operator: "in", values: ["a.example"] };
  for (const wrong of [
    { last_days: 30 },
    { last_days: 7, include_change: false },
    { last_days: 7, filters: [of_site] },
  ])
    assert.equal((await share(wrong)).status, 400, JSON.stringify(wrong));
  const { body } = await share({ last_days: 7, branded: "exclude" });
  const token = String(body.url).split("/").at(-1);
  const look = (name: string, input: object = {}) =>
    visitorOf(world).send(`/app/share/${token}/call/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(input),
    });
  const shown = await look("get_share");
  assert.deepEqual([shown.body.date_from, shown.body.date_to], ["2026-03-02", "2026-03-08"]);
  const week = await look("get_week");
  const inside = await weekOf(world);
  assert.equal(week.body.summary, inside.summary);
  assert.deepEqual(week.body.changes, inside.changes);
  assert.ok(inside.parts.length > 0);
  assert.deepEqual(
    [week.body.actions, week.body.parts, week.body.health, week.body.runs.planned],
    [[], [], [], 0],
  );
  const { changes, sources, is_quiet } = withoutInside({ ...inside, changes: [], sources: [] });
  assert.deepEqual([changes, sources, is_quiet], [[], [], true], "parts alone are not shown");
  const other = await look("get_week", { date_from: "2026-02-23", date_to: "2026-03-01" });
  assert.equal(other.status, 400);
  assert.equal((await look("get_brand_report")).status, 404);
});

test("a shared week shows its competitors and what to do next only where its link was made to", async () => {
  const world = await begin([{ named: 3 }, { named: 3 }]);
  const { visitor } = await signedIn(world);
  const { id: project_id } = world.project;
  const ask = (name: string, input: object) => call(visitor, name, { project_id, ...input });
  const share = (input: object) =>
    ask("create_share_link", { name: "For the board", page: "week", last_days: 7, ...input });
  const days = { date_from: "2026-03-02", date_to: "2026-03-08" };
  const [{ action_key }] = (await weekOf(world)).actions;
  const noted = { action_key, note: "Ask Jo about it", owner: "jo@example.com" };
  const decided = await ask("update_action", noted);
  assert.equal(decided.status, 200, decided.text);
  const inside = await weekOf(world);
  assert.equal(inside.actions[0].action_key, action_key);
  const lookWith =
    (made: { body: { url: string } }) =>
    (name: string, input: object = {}) =>
      visitorOf(world).send(`/app/share/${made.body.url.split("/").at(-1)}/call/${name}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(input),
      });
  const bare = lookWith(await share({ branded: "exclude" }));
  const isBare = async (look: ReturnType<typeof lookWith>) => {
    assert.deepEqual((await look("get_week")).body.actions, []);
    assert.equal((await look("get_brand_report")).status, 404);
    const { data, total_count } = (await look("list_brands")).body;
    assert.deepEqual([data.length, data[0].is_own, total_count], [1, true, 1]);
    assert.equal((await look("get_share")).body.include_competitors, false);
    assert.equal((await look("get_share")).body.include_actions, false);
  };
  await isBare(bare);

  const look = lookWith(await share({ branded: "exclude", include_competitors: true }));
  assert.equal((await look("get_share")).body.include_competitors, true);
  const shown = await look("get_week");
  assert.deepEqual(shown.body.actions, inside.actions);
  assert.doesNotMatch(shown.text, /Ask Jo|jo@example/);
  assert.deepEqual([shown.body.parts, shown.body.health], [[], []]);
  assert.equal(shown.body.runs.planned, 0);
  const brands = await look("get_brand_report");
  assert.equal(brands.body.data.length, 2);
  assert.equal((await look("list_brands")).body.total_count, 2);
  const own = await ask("get_brand_report", { ...days, branded: "exclude" });
  assert.deepEqual(brands.body, own.body);
  const earlier = await look("get_brand_report", { date_from: "2026-02-23" });
  assert.equal(earlier.status, 400);
  for (const name of ["list_actions", "get_action", "list_prompts", "get_domain_report"])
    assert.equal((await look(name, { action_key })).status, 404, name);
  const { body } = await ask("list_share_links", {});
  assert.deepEqual(
    body.data.map((link: { include_competitors: boolean }) => link.include_competitors),
    [true, false],
  );
  // Each of both can be chosen alone.
  const rivals = lookWith(
    await share({ branded: "exclude", include_competitors: true, include_actions: false }),
  );
  assert.deepEqual((await rivals("get_week")).body.actions, []);
  assert.equal((await rivals("get_brand_report")).status, 200);
  const leads = lookWith(await share({ branded: "exclude", include_actions: true }));
  assert.deepEqual((await leads("get_week")).body.actions, inside.actions);
  assert.equal((await leads("get_brand_report")).status, 404);
  // A link from before there was the second choice shows both, and one from before there was any neither.
  await world.pool.query("update share_links set query = query - 'include_actions'");
  assert.equal((await look("get_share")).body.include_actions, true);
  assert.deepEqual((await look("get_week")).body.actions, inside.actions);
  await world.pool.query("update share_links set query = query - 'include_competitors'");
  await isBare(look);

  const only = { field: "brand_id", operator: "in", values: [brands.body.data[0].brand.id] };
  for (const wrong of [{ filters: [only] }, { page: "overview" }])
    for (const field of ["include_competitors", "include_actions"])
      assert.equal((await share({ ...wrong, [field]: true })).status, 400);
});
