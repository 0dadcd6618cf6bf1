import assert from "node:assert/strict";
import { test } from "node:test";
import { listSearchQueries } from "#domain/answers/lists/list-search-queries.ts";
import { explainEmpty } from "./explain-empty.ts";

test("what cannot be found out is left out of the note, and nothing else", async () => {
  const found = { columns: ["date"], rows: [["2026-01-05"]], row_count: 1, total_count: 3 };
  const table = { ...found, next_offset: null };
  const asked = { tool: "list_search_queries", input: listSearchQueries.input, hasRows: false };
  const args = { date_from: "2020-01-01", date_to: "2020-01-02", search: "x" };
  const fails = (isBad: (tool: string, args: Record<string, unknown>) => boolean) =>
    explainEmpty({ ...asked, args }, async (tool, given) => {
      if (isBad(tool, given)) throw new Error("refused");
      return table;
    });
  const range = "Answers of this project go from 2026-01-05 to 2026-01-05.";
  const wider = "With date_from 2026-01-05 and date_to 2026-01-05 there would be 3.";
  const without = "Without search there would be 3.";
  const archived = "With include_archived true there would be 3.";
  assert.equal(await fails(() => false), `No rows. ${without} ${archived} ${range} ${wider}`);
  assert.equal(
    await fails((_, given) => !given["search"] && !given["sort"]),
    `No rows. ${archived} ${range} ${wider}`,
  );
  assert.equal(
    await fails((tool, given) => tool !== "list_chats" && given["include_archived"] === true),
    `No rows. ${without} ${range} ${wider}`,
  );
  assert.equal(
    await fails((_, given) => given["date_from"] === "2026-01-05"),
    `No rows. ${without} ${archived} ${range}`,
  );
  assert.equal(await fails((tool) => tool === "list_chats"), `No rows. ${without} ${archived}`);
  assert.equal(await fails(() => true), "No rows.");
});

test("what is counted without filters is counted as was asked for", async () => {
  const asked = { tool: "list_search_queries", input: listSearchQueries.input, hasRows: false };
  const args = { include_archived: true, search: "x" };
  const note = await explainEmpty({ ...asked, args }, async (tool, given) => {
    const found = tool === "list_search_queries" && given["include_archived"] !== true ? 3 : 0;
    return { columns: [], rows: [], row_count: 0, total_count: found, next_offset: null };
  });
  assert.doesNotMatch(note, /Without search/);
  assert.match(note, /With include_archived false there would be 3\./);
});
