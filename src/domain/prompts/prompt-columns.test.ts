import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { makeWorld } from "../../../test/kit/world.ts";
import { prepareList } from "./prompt-columns.ts";

test("a list comes in the order and with the values of its statement, times as from any other", async () => {
  const { base } = await makeWorld();
  type Row = { n: number; text: string | null; at: string | null; tags: number[] | null };
  const rows = (most: unknown) => sql<Row>`
    select n, case when n <> 2 then 'Größe "' || n || '"' end as text,
      case when n <> 1 then timestamptz '2026-11-21 08:00:00.120+02' + n * interval '1 day' end as at,
      case when n = 3 then json_build_array(n, 4) end as tags
    from generate_series(1, ${most}::integer) n order by n desc`;
  const columns = { n: "value", text: "value", at: "time", tags: "value" } as const;
  const list = prepareList<{ most: number }, Row>(columns, ({ most }) => rows(most));
  const found = await list(base.db, { most: 3 });
  assert.deepEqual(found, (await rows(3).execute(base.db)).rows);
  assert.deepEqual(found[1], { n: 2, text: null, at: "2026-11-23T06:00:00.12Z", tags: null });
  assert.deepEqual(await list(base.db, { most: 0 }), []);
});
