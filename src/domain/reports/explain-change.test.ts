import assert from "node:assert/strict";
import { before, test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { markDirty, rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
type Any = any;
const LAST = "2026-10-28";
const WEEK = addDays(LAST, -6);
const RANGE = { date_from: WEEK, date_to: LAST };
const COUNTRIES = ["US", "DE"];
const MODELS = ["alpha", "bravo", "carol"];
const PROMPTS = Array.from({ length: 12 }, (_, number) => `Which boots are good, case ${number}?`);

/** A number below 1 that depends on nothing but its words. */
function chance(...words: unknown[]): number {
  let hash = 2_166_136_261;
  for (const letter of words.join("|")) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507);
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

/** Acme is named in three of five answers, but in Germany in the last week to the first seven prompts in none. */
function plant(day: string, number: number, country_code: string, model: string) {
  const key = [day, number, country_code, model];
  const isGone = day >= WEEK && country_code === "DE" && number < 7;
  const names = ["Acme", "Orvane"].filter((name) => chance(name, ...key) < 0.6);
  const shown = names.filter((name) => name !== "Acme" || !isGone);
  const urls = ["https://always.example/page"];
  if (isGone && chance("new", ...key) < 0.8) urls.push("https://newpress.example/test");
  return {
    ...{ captured_at: `${day}T12:00:00Z`, prompt: PROMPTS[number], country_code, model },
    answer: `For case ${number} I found this. ${shown.map((name) => `${name} is there.`).join(" ")}`,
    sources: urls.map((url) => ({ url, cited: true })),
  };
}

let world: World;
const brands = new Map<string, string>();
const prompts = new Map<string, string>();

before(async () => {
  world = await makeWorld({ name: "Acme", domain: "acme.com" });
  await world.rest("POST", "/brands", { name: "Orvane", domains: ["orvane.com"] });
  for (const { id, name } of (await world.rest("GET", "/brands")).body.data) brands.set(name, id);
  for (const country_code of COUNTRIES) {
    const given = PROMPTS.map((text) => ({ text, country_code }));
    const { body } = await world.rest("POST", "/prompts", { prompts: given });
    for (const { id, text } of body.data) prompts.set(`${country_code} ${text}`, id);
  }
  const lines = Array.from({ length: 14 }, (_, back) => addDays(LAST, -back)).flatMap((day) =>
    PROMPTS.flatMap((_, number) =>
      COUNTRIES.flatMap((country) => MODELS.map((model) => plant(day, number, country, model))),
    ),
  );
  // One prompt is asked in the last week only.
  const fresh = { ...plant(LAST, 1, "US", "alpha"), prompt: "Which socks are good?" };
  const stored = [
    ...lines,
    ...Array.from({ length: 30 }, (_, at) => ({ ...fresh, external_id: `s${at}` })),
  ];
  const body = stored.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", body)).status, 200);
  await world.runJobs();
});

async function explain(more: object = {}): Promise<Any> {
  const { status, body } = await world.rest("POST", "/reports/changes", {
    ...RANGE,
    ...more,
    limit: 1000,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const of = ({ data }: Any, split: string): Any[] => data.filter((row: Any) => row.split === split);
const isNear = (one: number, other: number) => Math.abs(one - other) < 1e-9;

test("a change is split into parts that add up to it, and those that were planted stand out", async () => {
  const said = await explain();
  assert.ok(said.change.significant && said.change.value < -0.1, JSON.stringify(said.change));
  for (const split of ["model", "country"]) {
    const sum = of(said, split).reduce((all, row) => all + row.contribution, 0);
    assert.ok(isNear(sum, said.change.value), `${split}: ${sum}, not ${said.change.value}`);
  }
  const [germany, america] = of(said, "country");
  assert.deepEqual([germany.country_code, germany.significant], ["DE", true]);
  assert.equal(america.significant, false);
  assert.ok(Math.abs(germany.contribution) > 5 * Math.abs(america.contribution));
  const found = of(said, "prompt").filter(({ significant }) => significant);
  const planted = PROMPTS.slice(0, 7).map((text) => prompts.get(`DE ${text}`));
  assert.ok(found.length >= 5, `${found.length} of 7 prompts`);
  for (const row of found) {
    assert.ok(planted.includes(row.prompt_id), row.prompt_id);
    assert.deepEqual([row.basis, row.now], ["answers", 0]);
    assert.ok(row.low <= row.contribution && row.contribution <= row.high && row.high < 0);
  }
  assert.match(
    said.summary,
    /^Acme went from .* more than chance by itself\..* More than chance in .*prompts/,
  );
  const report = await world.rest("POST", "/reports/brands", {
    ...{ ...RANGE, compare: "previous_period" },
  });
  const own = report.body.data.find(({ brand }: Any) => brand.is_own);
  assert.equal(own.change.visibility.value, said.change.value, "as the brand report says it");
});

test("the parts of a split are those that matter most, and all of them where that is asked", async () => {
  const [some, all] = [await explain(), await explain({ all_parts: true })];
  assert.deepEqual(some.part_counts, all.part_counts);
  assert.equal(of(some, "prompt").length, 12);
  const every = of(all, "prompt");
  assert.equal(every.length, all.part_counts.prompt);
  assert.ok(every.length > 12);
  assert.deepEqual(every.slice(0, 12), of(some, "prompt"));
  const sum = every.reduce((total, row) => total + row.contribution, 0);
  assert.ok(isNear(sum, all.change.value), `${sum}, not ${all.change.value}`);
});

test("what comes from other questions is told apart, and so is a site that answers newly use", async () => {
  const said = await explain();
  const { before, now } = said.visibility;
  assert.ok(isNear(now - before, said.change.value + said.asked_otherwise.value));
  assert.equal(said.asked_otherwise.prompts_added, 1);
  const [site] = of(said, "site");
  assert.deepEqual([site.domain, site.before, site.significant], ["newpress.example", 0, true]);
  assert.ok(site.contribution < 0 && site.now > 0);
});

test("a site's part is its use times how much more often the answers that use it name the brand", async () => {
  const site = of(await explain(), "site").find(({ domain }) => domain === "newpress.example");
  const days = Array.from({ length: 14 }, (_, back) => addDays(LAST, -back));
  const lines = days.flatMap((day) =>
    PROMPTS.flatMap((_, number) =>
      COUNTRIES.flatMap((country) => MODELS.map((model) => plant(day, number, country, model))),
    ),
  );
  const fresh = Array.from({ length: 30 }, () => plant(LAST, 1, "US", "alpha"));
  const periods = [true, false].map((isNow) => {
    const asked = lines.filter(({ captured_at }) => captured_at >= WEEK === isNow);
    const all = isNow ? [...asked, ...fresh] : asked;
    const using = all.filter(({ sources }) => sources.length > 1);
    const rate = (some: typeof all) =>
      some.filter(({ answer }) => answer.includes("Acme")).length / some.length;
    const rest = all.filter(({ sources }) => sources.length === 1);
    return { share: using.length / all.length, using: rate(using), rest: rate(rest) };
  });
  const [now, old] = periods as [(typeof periods)[0], (typeof periods)[0]];
  // Nobody used it before: that of the days asked about stands in.
  const expected = (now.share - old.share) * (now.using - (now.rest + old.rest) / 2);
  assert.deepEqual([site.now, site.before, old.share], [now.share, 0, 0]);
  assert.ok(isNear(site.contribution, expected), `${site.contribution}, not ${expected}`);
});

test("sites are not looked at where they are not asked for, and all else is the same", async () => {
  const [all, less] = [await explain(), await explain({ sites: false })];
  assert.ok(all.part_counts.site > 0);
  const { data, total_count: _, part_counts, ...rest } = all;
  assert.deepEqual(less, {
    ...rest,
    data: data.filter(({ split }: Any) => split !== "site"),
    total_count: less.data.length,
    part_counts: { ...part_counts, site: 0 },
  });
});

test("of a brand that nothing happened to no part is called changed", async () => {
  const said = await explain({ brand_id: brands.get("Orvane") });
  assert.equal(said.brand.name, "Orvane");
  assert.equal(said.change.significant, false);
  for (const split of ["model", "country", "prompt"])
    assert.ok(
      of(said, split).every(({ significant }) => significant !== true),
      split,
    );
  assert.match(said.summary, /may be chance/);
});

test("few answers, of which nobody knows how they repeat each other, say no part to be more than chance", async () => {
  const other = await makeWorld({ name: "Acme", domain: "acme.com" });
  const lines = Array.from({ length: 14 }, (_, back) => addDays(LAST, -back)).flatMap((day) =>
    PROMPTS.slice(0, 6).map((prompt, number) => ({
      ...{ captured_at: `${day}T12:00:00Z`, prompt, model: "alpha" },
      // The first turns round; the others are named every other day.
      answer: (number > 0 ? chance(day, prompt) < 0.5 : day >= WEEK) ? "Acme is there." : "None.",
      // One site is cited once a day, and less in the week before.
      sources:
        number === 1 && (day >= WEEK || day < addDays(WEEK, -4))
          ? [{ url: "https://rare.example/", cited: true }]
          : [{ url: "https://always.example/", cited: true }],
    })),
  );
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await other.rest("POST", "/chats/import", body)).status, 200);
  const said = (await other.rest("POST", "/reports/changes", { ...RANGE, limit: 1000 })).body;
  const told = of(said, "prompt").map(({ significant }) => significant);
  assert.deepEqual(told, Array(6).fill(false));
  assert.match(said.summary, /No single part can be told from chance/);
  const rare = of(said, "site").find(({ domain }) => domain === "rare.example");
  assert.deepEqual([rare.answers_before, rare.answers_now], [3, 7]);
});

test("days without answers, of one day and out of order are said to be so", async () => {
  const none = await explain({ date_from: "2025-01-01", date_to: "2025-01-07" });
  assert.deepEqual([none.data, none.change.value], [[], null]);
  assert.match(none.summary, /nothing to compare/);
  const short = await explain({ date_from: LAST, date_to: LAST });
  assert.equal(short.change.reason, "too few days");
  assert.ok(
    of(short, "country").every(({ reason, low }) => reason === "too few days" && low === null),
  );
  const wrong = { ...RANGE, compare_from: WEEK, compare_to: LAST };
  assert.equal((await world.rest("POST", "/reports/changes", wrong)).status, 400);
  const same = await explain({ compare_from: addDays(WEEK, -7), compare_to: addDays(WEEK, -1) });
  assert.deepEqual(same, await explain());
});

test("narrowed to some assistants, only their new versions are named", async () => {
  await world.pool.query(
    `update answers a set served_model = case when a.day < $2 then 'v1' else 'v2' end
     from models m where m.project_id = a.project_id and m.model_id = a.model_id
       and a.project_id = $1 and m.slug in ('alpha', 'bravo')`,
    [world.project.project_id, WEEK],
  );
  await markDirty(world.db, world.project, [WEEK]);
  const changed = async (operator?: string) => {
    const filters = operator ? [{ field: "model_id", operator, values: ["mdl_alpha"] }] : [];
    const { model_changes } = await explain({ filters });
    return model_changes.map(({ model_id }: Any) => model_id);
  };
  assert.deepEqual(await changed(), ["mdl_alpha", "mdl_bravo"]);
  assert.deepEqual(await changed("in"), ["mdl_alpha"]);
  assert.deepEqual(await changed("not_in"), ["mdl_bravo"]);
});

test("a site's part is of the same answers throughout while some are not summed yet", async () => {
  const range = { date_from: addDays(LAST, 1), date_to: addDays(LAST, 7) };
  const days = Array.from({ length: 7 }, (_, at) => addDays(range.date_from, at));
  const lines = days.flatMap((day) =>
    PROMPTS.map((_, number) => plant(day, number, "US", "alpha")),
  );
  const body = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", body)).status, 200);
  await world.runJobs();
  const siteOf = async () =>
    of(await explain(range), "site").find(({ domain }) => domain === "newpress.example");
  const { db, project } = world;
  const day = days[3] ?? "";
  const { numAffectedRows } = await sql`
    insert into citations (project_id, day, model_id, prompt_id, sample, url_id, domain_id, retrieved, cited, position)
    select a.project_id, a.day, a.model_id, a.prompt_id, a.sample, u.url_id, u.domain_id, 1, 1, 9
    from answers a join domains d on d.project_id = a.project_id and d.domain = 'newpress.example'
    join urls u on u.project_id = d.project_id and u.domain_id = d.domain_id
    where a.project_id = ${project.project_id} and a.day = ${day} on conflict do nothing`.execute(
    db,
  );
  assert.ok(Number(numAffectedRows) > 0);
  // Twice, as by two changes.
  for (let time = 0; time < 2; time++) await markDirty(db, project, [day]);
  const early = await siteOf();
  await rebuildDirtyRollups(db, project);
  const late = await siteOf();
  assert.ok(late.answers_now >= Number(numAffectedRows));
  const told = ({ now, before, answers_now, contribution }: Any) => ({
    ...{ now, before, answers_now, contribution },
  });
  assert.deepEqual(told(early), told(late));
});
