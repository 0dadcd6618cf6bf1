import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { listAskedValues } from "./list-asked-values.ts";
import { listChats } from "./list-chats.ts";

test("the values of how answers were asked for are those that their filter finds answers by", async () => {
  const world = await makeWorld();
  const lines = [
    { search_asked: "chosen", search_tool: "web_search_1", effort: "high" },
    { search_asked: "chosen", search_tool: "web_search_2" },
    {},
  ].map((how, n) => ({
    ...{ captured_at: `2026-03-0${n + 1}T06:00:00Z`, prompt: "Which boots?", model: "Chat" },
    ...{ answer: `${n} boots.`, ...how },
  }));
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 3);
  const days = { date_from: "2026-03-01", date_to: "2026-03-31" };
  const turns: string[] = [];
  const inTurn = <R>(kind: string, _: object, work: () => Promise<R>) => {
    turns.push(kind);
    return work();
  };
  const { data } = await run(listAskedValues, { ...world.context(), inTurn }, days);
  assert.deepEqual(turns, ["reads"], "it reads every answer of its days");
  assert.deepEqual(
    data.map(({ value, answers }) => `${value} ${answers}`),
    [
      ...["country=unknown 3", "effort=unknown 2", "search=chosen 2", "effort=high 1"],
      ...["search=unknown 1", "tool=unknown 1", "tool=web_search_1 1", "tool=web_search_2 1"],
    ],
  );
  for (const { value, answers } of data) {
    const found = await run(listChats, world.context(), { ...days, asked: value });
    assert.equal(found.total_count, answers, value);
  }
});
