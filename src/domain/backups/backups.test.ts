import assert from "node:assert/strict";
import { pipeline, Readable } from "node:stream";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createGunzip, gzipSync } from "node:zlib";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { ProjectContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import {
  ask,
  fillBackupProject,
  lookAtProject,
  SECRETS,
} from "../../../test/kit/backup-project.ts";
import { call, signedIn } from "../../../test/kit/http-client.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { countAll, restore } from "../../../test/kit/restore.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { BACKUP_TABLES } from "./backup-tables.ts";
import { writeBackup } from "./write-backup.ts";

const server = await startSimulatedServer({ seed: "backup" });
after(() => server.close());

const world = await makeWorld();
await fillBackupProject(world, server);
const backup = (await collect(writeBackup(world.context()))).join("");
const lines = backup.split("\n").slice(0, -1);

/** Sums of the same numbers in the order of other ids differ in their last digits. */
function rounded(shown: unknown): unknown {
  return JSON.parse(JSON.stringify(shown), (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(12)) : value,
  );
}

function inProject(context: ProjectContext, project_id: number): ProjectContext {
  return { ...context, project: { ...context.project, project_id, timezone: "Asia/Tokyo" } };
}

test("a project restored elsewhere shows what the first one shows, in every list, answer and report", async () => {
  const other = await world.neighbour({ name: "Elsewhere" });
  const restored = await restore(other, backup);
  const first = await lookAtProject(inProject(world.context(), world.project.project_id));
  const second = await lookAtProject(inProject(other.context(), restored.project_id));
  // What a restore is meant to change.
  Object.assign(first["get_project"] as object, { status: "paused" });
  for (const target of (first["list_targets"] as { data: Record<string, unknown>[] }).data) {
    target["api_key_hint"] = null;
  }
  assert.deepEqual(Object.keys(second), Object.keys(first));
  for (const [name, shown] of Object.entries(first)) {
    assert.deepEqual(rounded(second[name]), rounded(shown), name);
  }
  assert.ok((first["chats"] as unknown[][]).some(([, raw]) => raw !== null));
  assert.ok(restored.rows["capture_tasks"]);
  // And the restored one again, from its own backup: ids apart, the files are the same.
  const again = inProject(other.context(), restored.project_id);
  const third = await restore(other, (await collect(writeBackup(again))).join(""));
  assert.deepEqual(third.rows, restored.rows);
  const again_shown = await lookAtProject(inProject(other.context(), third.project_id));
  assert.deepEqual(rounded(again_shown), rounded(second));
});

test("every row of a project is in its backup", async () => {
  const rows: Record<string, number> = {};
  for (const line of lines.slice(1, -1)) {
    const [, table = ""] = /^\{"(\w+)"/.exec(line) ?? [];
    rows[table] = (rows[table] ?? 0) + 1;
  }
  for (const table of ["projects", ...Object.keys(BACKUP_TABLES)]) {
    const { rows: found } = await world.pool.query(
      `select count(*)::integer as count from ${table} where project_id = $1
       ${table === "events_told" ? "and fact not like 'run:%'" : ""}`,
      [world.project.project_id],
    );
    assert.equal(rows[table] ?? 0, found[0].count, table);
    assert.ok(rows[table], `the project of this test has no ${table}`);
  }
});

test("a backup holds no secret, no user and no way in", async () => {
  await signedIn(world);
  const { rows } = await world.pool.query(
    `select encode(api_key, 'hex') as key, (select encode(secret, 'hex') from webhooks
       where project_id = $1) as webhook
     from capture_targets where project_id = $1 and api_key is not null`,
    [world.project.project_id],
  );
  assert.equal(rows.length, 1);
  for (const secret of [
    ...[SECRETS.provider_key, `…${SECRETS.provider_key.slice(-4)}`, rows[0].key, rows[0].webhook],
    ...[world.key, world.user.email, "@example.com", "whsec_", "earshot_sk_"],
  ]) {
    assert.ok(!backup.includes(secret), secret);
  }
  const other = await world.neighbour();
  const { project_id, webhooks } = await restore(other, backup, { name: "Copy" });
  const context = inProject(other.context(), project_id);
  assert.deepEqual((await ask(context, "get_project"))["name"], "Copy");
  const [webhook] = (await ask(context, "list_webhooks"))["data"];
  assert.deepEqual([webhook.url, webhook.is_active], ["https://hooks.example/a", false]);
  assert.match(webhook.disabled_reason, /Restored/);
  const { rows: sealed } = await world.pool.query(
    "select secret from webhooks where project_id = $1",
    [project_id],
  );
  assert.equal(other.base.vault.open(sealed[0].secret), webhooks[0]?.secret);
  assert.match(webhooks[0]?.secret ?? "", /^whsec_/);
});

const REFUSAL = /^(The backup|This is no backup|It has|Its ).* Nothing was restored\.$/s;

async function assertRefused(file: string | AsyncIterable<Uint8Array>, why: RegExp, where: string) {
  await assert.rejects(
    restore(world, file),
    ({ code, message }: { code: string; message: string }) => {
      assert.equal(code, "VALIDATION_ERROR", `${where}: ${message}`);
      assert.match(message, REFUSAL, where);
      assert.match(message, why, where);
      return true;
    },
    where,
  );
}

test("a file that is cut short anywhere is refused and leaves nothing behind", async () => {
  const before = await countAll(world);
  const random = makeRandom(5);
  const cuts = Array.from({ length: 25 }, () => random(backup.length - 1));
  const whole = [1, 2, 10, lines.length - 1].map(
    (count) => `${lines.slice(0, count).join("\n")}\n`,
  );
  for (const part of [...cuts.map((cut) => backup.slice(0, cut)), ...whole, ""]) {
    await assertRefused(part, /cut short|damaged|no backup/, `cut at ${part.length}`);
  }
  const zipped = gzipSync(backup);
  for (const cut of [20, zipped.length >> 1, zipped.length - 1]) {
    await assertRefused(unzipped(zipped.subarray(0, cut)), /cut short/, `zipped, cut at ${cut}`);
  }
  assert.deepEqual(await countAll(world), before);
});

async function* unzipped(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* pipeline(Readable.from([bytes]), createGunzip(), () => {});
}

test("a file with one letter changed anywhere, or a line too many or too few, is refused and leaves nothing behind", async () => {
  const before = await countAll(world);
  const random = makeRandom(9);
  for (let count = 0; count < 30; count++) {
    const place = 1 + random(count < 10 ? (lines[0]?.length ?? 0) : backup.length - 3);
    const letter = backup[place] === "1" ? "2" : "1";
    const changed = backup.slice(0, place) + letter + backup.slice(place + 1);
    await assertRefused(changed, /./, `letter ${place}: ${backup.slice(place - 20, place + 20)}`);
  }
  for (let count = 0; count < 8; count++) {
    const place = 1 + random(lines.length - 3);
    const fewer = lines.toSpliced(place, 1);
    const more = lines.toSpliced(place, 0, lines[place] ?? "");
    const swapped = lines.with(place, lines[place + 1] ?? "").with(place + 1, lines[place] ?? "");
    for (const file of [fewer, more, swapped]) {
      await assertRefused(`${file.join("\n")}\n`, /damaged/, `line ${place}`);
    }
  }
  await assertRefused(`${backup}${lines[1]}\n`, /goes on after its end/, "more");
  assert.deepEqual(await countAll(world), before);
});

test("a newer form, unknown tables and columns, and other files are refused by name", async () => {
  const header = JSON.parse(lines[0] ?? "");
  const withHeader = (change: object) =>
    [JSON.stringify({ ...header, ...change }), ...lines.slice(1)].join("\n");
  const { tables } = header;
  const strange = { ...tables, brands: [...tables.brands, "aura"] };
  await assertRefused(
    withHeader({ earshot_backup: 2 }),
    /format is 2.*newer.*Update this one/,
    "form",
  );
  await assertRefused(withHeader({ tables: { ...tables, moods: [] } }), /table moods/, "table");
  await assertRefused(withHeader({ tables: strange }), /brands has a column aura/, "column");
  await assertRefused('{"captured_at":"2026-01-01T00:00:00Z"}\n', /no backup/, "answers");
  await assertRefused("PNG\u0000", /no backup/, "picture");
});

test("a backup is of one moment, whatever is written meanwhile", async () => {
  const busy = await world.neighbour({ name: "Busy" });
  const line = (n: number) => ({
    captured_at: `2026-03-01T06:${String(n % 60).padStart(2, "0")}:00Z`,
    ...{ prompt: `Which ${n}?`, model: "ChatGPT", answer: `Busy ${n}.` },
  });
  const send = (from: number, to: number) => {
    const sent = Array.from({ length: to - from }, (_, n) => JSON.stringify(line(from + n)));
    return busy.rest("POST", "/chats/import", sent.join("\n"));
  };
  await send(0, 30);
  const written = writeBackup(busy.context());
  const head = [(await written.next()).value, (await written.next()).value];
  await send(30, 50);
  const { data } = await ask(busy.context(), "list_prompts", { limit: 5 });
  const prompt_ids = (data as { id: string }[]).map(({ id }) => id);
  await ask(busy.context(), "delete_prompts", { prompt_ids });
  const file = [...head, ...(await collect(written))].join("");
  const { rows } = await restore(busy, file);
  assert.deepEqual([rows["answers"], rows["prompts"], rows["mentions"]], [30, 30, 30]);
});

test("a plan's limits hold for what is restored, and then nothing is", async () => {
  const small = await world.neighbour({ plan: "brand/starter" });
  const before = await countAll(small);
  await assert.rejects(restore(small, backup, { plan: "brand/starter" }), {
    code: "PLAN_LIMIT_REACHED",
  });
  assert.deepEqual(await countAll(small), before);
});

test("while a backup is restored, others come to its organisation and make projects; of two for the last place one is restored", async () => {
  const busy = await world.neighbour({ name: "Busy too", plan: "brand/growth" });
  const { organisation_id } = busy.project;
  const { visitor } = await signedIn(busy, "admin");
  async function* slowly(meanwhile?: () => Promise<unknown>) {
    yield Buffer.from(`${lines.slice(0, 3).join("\n")}\n`);
    await meanwhile?.();
    yield Buffer.from(`${lines.slice(3).join("\n")}\n`);
  }
  const make = async () => {
    const project = { name: "Made meanwhile", domain: "meanwhile.example" };
    const input = { organisation_id: encodeId("org", organisation_id), ...project };
    const made = call(visitor, "create_project", input);
    const status = await Promise.race([made.then((answer) => answer.status), sleep(5_000, 0)]);
    assert.equal(status, 201, "a project is made while lines come in");
  };
  const both = [slowly(make), slowly()].map((file) =>
    restore(busy, file, { plan: "brand/growth" }),
  );
  const ended = (await Promise.allSettled(both)).map((one) =>
    one.status === "rejected" ? one.reason.code : "restored",
  );
  assert.deepEqual(ended.sort(), ["PLAN_LIMIT_REACHED", "restored"], JSON.stringify(ended));
});

test("a time zone that this server does not know is refused: it would stop the questions of all", async () => {
  const far = await world.neighbour({ name: "Far" });
  await far.pool.query("update projects set timezone = 'Mars/Base' where name = 'Far'");
  const file = (await collect(writeBackup(far.context()))).join("");
  const before = await countAll(far);
  const message = /does not know "Mars\/Base"; .*update its time zones/;
  await assert.rejects(restore(far, file), { code: "VALIDATION_ERROR", message });
  assert.deepEqual(await countAll(far), before);
});

test("a project that was being read again when it was backed up is read again after it is restored", async () => {
  const changing = await world.neighbour({ name: "Changing" });
  const answer = { captured_at: "2026-03-01T06:00:00Z", prompt: "Which?", model: "ChatGPT" };
  const body = JSON.stringify({ ...answer, answer: "Globex is best." });
  await changing.rest("POST", "/chats/import", body);
  await changing.runJobs();
  await ask(changing.context(), "create_brand", { name: "Globex" });
  const file = (await collect(writeBackup(changing.context()))).join("");
  await changing.runJobs();
  const { project_id } = await restore(changing, file);
  const context = inProject(changing.context(), project_id);
  const statuses = async () =>
    ((await ask(context, "list_brands"))["data"] as { status: string }[]).map(
      ({ status }) => status,
    );
  assert.deepEqual(await statuses(), ["ready", "recalculating"]);
  await changing.runJobs();
  assert.deepEqual(await statuses(), ["ready", "ready"]);
  const { data } = await ask(context, "get_brand_report", {
    ...{ date_from: "2026-03-01", date_to: "2026-03-01" },
  });
  assert.deepEqual(
    data.map((row: { brand: { name: string }; visibility: number }) => [
      row.brand.name,
      row.visibility,
    ]),
    [
      ["Globex", 1],
      ["Changing", 0],
    ],
  );
});

test("a zipped backup is the same backup", async () => {
  const zipped = gzipSync(backup);
  const { rows } = await restore(world, unzipped(zipped));
  assert.equal(rows["brands"], 5);
});
