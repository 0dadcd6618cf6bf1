import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld, type World } from "../../../test/kit/world.ts";

/** One stored answer, so that there is a history to read again. */
async function addAnswer({ pool, project }: World) {
  await pool.query(
    `with made as (insert into prompts (project_id, text, country_code, language_code)
       values ($1, 'best shoes', 'US', 'en') returning prompt_id)
     insert into answers (project_id, day, model_id, prompt_id, captured_at, status, answer, origin, content_hash)
     select $1, '2026-11-01', 1, prompt_id, now(), 'answered', 'Try Umbra.', 'import', 'x' from made`,
    [project.project_id],
  );
}

test("a brand is made with its rules, read, changed and deleted", async () => {
  const world = await makeWorld();
  const made = await world.rest("POST", "/brands", {
    name: " Umbra ",
    aliases: [{ text: "Umbra Shoes" }],
    domains: ["UMBRA.example"],
    regex: "umbra(s|z)?",
  });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body.aliases, [{ text: "Umbra Shoes", case_sensitive: false }]);
  const { name, domains, is_own, source, status } = made.body;
  assert.deepEqual(
    { name, domains, is_own, source, status },
    { name: "Umbra", domains: ["umbra.example"], is_own: false, source: "manual", status: "ready" },
  );
  const path = `/brands/${made.body.id}`;
  const changed = await world.rest("PATCH", path, { color: "#112233", regex: null });
  assert.deepEqual(
    [changed.body.color, changed.body.regex, changed.body.name],
    ["#112233", null, "Umbra"],
  );
  assert.deepEqual((await world.rest("GET", path)).body, changed.body);
  assert.equal((await world.rest("DELETE", path)).status, 204);
  assert.equal((await world.rest("GET", path)).status, 404);
});

test("the own brand comes first and cannot be deleted", async () => {
  const world = await makeWorld({ name: "Zeta" });
  await world.rest("POST", "/brands", { name: "Alpha" });
  const { body } = await world.rest("GET", "/brands");
  assert.deepEqual(
    body.data.map((brand: { name: string }) => brand.name),
    ["Zeta", "Alpha"],
  );
  const refused = await world.rest("DELETE", `/brands/${body.data[0].id}`);
  assert.deepEqual([refused.status, refused.body.error.code], [409, "CONFLICT"]);
});

test("a brand named like another one, in any case, is a conflict, also when made at once", async () => {
  const world = await makeWorld();
  const made = await Promise.all(
    ["Umbra", "UMBRA", " umbra "].map((name) => world.rest("POST", "/brands", { name })),
  );
  assert.deepEqual(made.map(({ status }) => status).sort(), [201, 409, 409]);
  const other = await world.rest("POST", "/brands", { name: "Other" });
  const renamed = await world.rest("PATCH", `/brands/${other.body.id}`, { name: "uMBRA" });
  assert.equal(renamed.status, 409);
});

test("a pattern that is none, or could take for ever, is refused", async () => {
  const world = await makeWorld();
  for (const regex of ["umbra(", "(a|a)*$", "a?"]) {
    const { status, body } = await world.rest("POST", "/brands", { name: "Umbra", regex });
    assert.deepEqual([regex, status], [regex, 400]);
    assert.match(body.error.message, /^regex: /);
  }
});

test("changed rules have the history read again, a colour has not; meanwhile the brand is closed", async () => {
  const world = await makeWorld();
  const { body } = await world.rest("POST", "/brands", { name: "Umbra" });
  assert.equal(body.status, "ready");
  await addAnswer(world);
  const path = `/brands/${body.id}`;
  assert.equal((await world.rest("PATCH", path, { color: "#112233" })).body.status, "ready");
  const changed = await world.rest("PATCH", path, { aliases: [{ text: "Umbras" }] });
  assert.equal(changed.body.status, "recalculating");
  for (const [method, sent] of [
    ["PATCH", { name: "X" }],
    ["DELETE", undefined],
  ] as const) {
    const { status, body: refusal } = await world.rest(method, path, sent);
    assert.deepEqual([method, status, refusal.error.code], [method, 409, "CONFLICT"]);
  }
  const { rows } = await world.pool.query(
    "select key from graphile_worker.jobs where task_identifier = 'detect_again' and key = $1",
    [`detect_again:${world.project.project_id}`],
  );
  assert.equal(rows.length, 1);
});

test("a plan's brands are a limit that parallel calls cannot pass", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, index) => world.rest("POST", "/brands", { name: `B${index}` })),
  );
  assert.equal(made.filter(({ status }) => status === 201).length, 24);
  const refused = made.find(({ status }) => status === 403);
  assert.match(refused?.body.error.message, /brand\/growth has room for 25 brands/);
});

test("a name that is a common word, or very short, is found in its exact case unless the caller says otherwise", async () => {
  const world = await makeWorld();
  await world.pool.query("update projects set language_code = 'fr' where project_id = $1", [
    world.project.project_id,
  ]);
  const spellingsOf = async (sent: object, path = "/brands", method = "POST") => {
    const { body } = await world.rest(method, path, sent);
    const shown = body.aliases.map(
      ({ text, case_sensitive }: { text: string; case_sensitive: boolean }) =>
        case_sensitive ? text : `${text} in any case`,
    );
    return { id: body.id, shown: shown.join(", ") };
  };
  const expected = {
    Target: "Target, TARGET",
    notion: "Notion, NOTION",
    GAP: "GAP, Gap",
    HP: "HP",
    Président: "Président, PRÉSIDENT",
    "Best Buy": "Best Buy, BEST BUY",
    Zolto: "",
    星河: "",
  };
  for (const [name, shown] of Object.entries(expected)) {
    assert.equal((await spellingsOf({ name })).shown, shown, name);
  }
  const told = [{ text: "Away", case_sensitive: false }, { text: "Shell" }, { text: "Zolta" }];
  const { id, shown } = await spellingsOf({ name: "Away", aliases: told });
  assert.equal(shown, "Away in any case, Shell, Zolta in any case");
  const rename = (name: string) => spellingsOf({ name }, `/brands/${id}`, "PATCH");
  assert.equal((await rename("Bolt")).shown, "Bolt, BOLT, Shell, Zolta in any case");
  assert.equal((await rename("Zolti")).shown, "Shell, Zolta in any case");
});

test("the expression that a brand has is sent again as it is, whatever is judged of it by now", async () => {
  const world = await makeWorld();
  const { body } = await world.rest("POST", "/brands", { name: "Umbra", regex: "umbra" });
  const regex = "(a|a)*$";
  await world.pool.query("update brands set regex = $1 where project_id = $2 and not is_own", [
    ...[regex, world.project.project_id],
  ]);
  const change = (sent: string) =>
    world.rest("PATCH", `/brands/${body.id}`, { color: "#112233", regex: sent });
  assert.deepEqual([(await change(regex)).status, (await change(`${regex} `)).status], [200, 400]);
});

test("no two brands have names that answers are searched for alike", async () => {
  const world = await makeWorld();
  const statuses = [];
  for (const name of ["İş Bankası", "IS BANKASI", "Mövenpick", "movenpick", "C++", "C"]) {
    statuses.push((await world.rest("POST", "/brands", { name })).status);
  }
  assert.deepEqual(statuses, [201, 409, 201, 409, 201, 201]);
});
