import assert from "node:assert/strict";
import { test } from "node:test";
import { SilentServers } from "./silent-servers.ts";

function connect(silent: SilentServers) {
  const gone: string[] = [];
  const connection = { asked: new Map<number, number>(), giveUp: () => void gone.push("given up") };
  const leave = silent.enter(connection);
  const ask = (text: string, values?: unknown[]) => silent.note(connection, text, values)?.code;
  return { ask, gone, connection, leave };
}

test("what asks a silent server is refused, what asks others or only for settings is not", () => {
  const silent = new SilentServers();
  const before = connect(silent);
  silent.set(new Set([7]));
  assert.equal(before.ask("select 1 from answers where project_id = $1", [7]), undefined);
  silent.watch(["answers", "url", "mentions"]);
  silent.set(new Set([7]));
  const { ask } = connect(silent);
  for (const [text, values, isRefused] of [
    ["select 1 from answers where project_id = $1", [7], true],
    ["select 1 from answers where project_id = $1", [8], false],
    ["select 1 from topics where project_id = $1", [7], false],
    ["select count(*) as answers from topics where project_id = $1", [7], false],
    ['select 1 from "answers" where "project_id" = $2 and day = $1', ["2026-03-01", 7], true],
    [
      "with a as (select 1 from prompts p\n join answers a on a.project_id = $1) select",
      ["7"],
      true,
    ],
    [
      "insert into mentions (project_id, day) select $1::integer, day from unnest($2)",
      [7, []],
      true,
    ],
    ["insert into mentions (project_id, day) values ($1, $2)", [7, ""], true],
    ["insert into mentions (project_id) select distinct $1::integer, day", [7], true],
    ["delete from answers where project_id = $3", [0, 0, 7], true],
    ["select 1 from url_parts where project_id = $1", [7], false],
    ["select * from dirty_projects() order by days", undefined, true],
    ["begin", undefined, false],
  ] as const) {
    assert.equal(ask(text, values && [...values]), isRefused ? "UNAVAILABLE" : undefined, text);
  }
  silent.set(null);
  assert.equal(ask("select * from dirty_projects()"), undefined);
  assert.equal(ask("select 1 from answers where project_id = $1", [7]), undefined);
});

test("who waits for a silent server, or for who waits for it, gives up", (t) => {
  let now = 10_000;
  t.mock.method(performance, "now", () => now);
  const silent = new SilentServers();
  silent.watch(["answers"]);
  const waiting = {
    row: connect(silent),
    lock: connect(silent),
    other: connect(silent),
    setting: connect(silent),
    left: connect(silent),
  };
  waiting.row.ask("select 1 from answers where project_id = $1", [7]);
  waiting.lock.ask("select pg_advisory_xact_lock($1::integer, $2::integer)", [1, 7]);
  waiting.other.ask("select 1 from answers where project_id = $1", [8]);
  waiting.setting.ask("update brands set name = $1 where project_id = $2", ["", 7]);
  waiting.left.ask("select 1 from answers where project_id = $1", [7]);
  waiting.left.leave();
  const gone = () => {
    silent.set(new Set([7]));
    return Object.entries(waiting).flatMap(([name, one]) => (one.gone.length > 0 ? [name] : []));
  };
  assert.deepEqual(gone(), ["row"]);
  // What was refused was not sent: who shares the connection is answered.
  waiting.other.ask("select 1 from answers where project_id = $1", [7]);
  now += 2_001;
  assert.deepEqual(gone(), ["row", "lock", "setting"]);
});
