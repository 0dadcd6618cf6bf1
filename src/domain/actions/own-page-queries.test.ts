import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { addDays } from "#core/period.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { addPage, putFact } from "../../../test/kit/facts.ts";
import { FIRST, makeProject } from "../../../test/kit/leads.ts";
import { findLeads } from "./find-leads.ts";

test("the answers that show an own page are those it is called so for: what reads it now, or what cited it before", async () => {
  const { world, missed, model_id } = await makeProject();
  const { db, project } = world;
  const { project_id } = project;
  const { rows } = await sql<{ brand_id: number }>`
    select brand_id from brands where project_id = ${project_id} order by is_own desc`.execute(db);
  const [own, rival] = rows.map(({ brand_id }) => [
    { brand_id, position: 1, mention_count: 1, sentiment: null },
  ]);
  type Used = { cited: number[]; read: number[]; mentions: typeof own };
  const use = async (path: string, { cited, read, mentions = [] }: Used) => {
    const page = await addPage(db, project_id, "acme.com", path);
    for (const day of [...cited, ...read]) {
      const citations = [{ ...page, retrieved: 1, cited: cited.includes(day) ? 1 : 0 }];
      await putFact(db, project_id, {
        ...{ day: addDays(FIRST, day), model_id, prompt_id: missed, sample: 2 + page.url_id },
        ...{ mentions, citations },
      });
    }
  };
  await use("/once", { cited: [-2], read: [3, 4, 5], mentions: rival });
  await use("/gone", { cited: [-9, -8, -7, -6, -5, -4], read: [-3, 7, 8], mentions: own });
  await rebuildDirtyRollups(db, project);
  const days = { date_from: FIRST, date_to: "2026-02-28" };
  const leads = await findLeads(db, project, { ...days, branded: "include", filters: [] });
  const daysOf = async (kind: string, path: string) => {
    const lead = leads.find((one) => one.kind === kind && one.subject.endsWith(path));
    const { rows } = await sql<{ day: string }>`
      select day::text from answers where project_id = ${project_id} and answer_id = any(${lead?.answer_ids ?? []}::bigint[])
      order by day desc`.execute(db);
    return rows.map(({ day }) => day);
  };
  assert.deepEqual(await daysOf("page_uncited", "/once"), [
    "2026-02-06",
    "2026-02-05",
    "2026-02-04",
  ]);
  assert.deepEqual(await daysOf("page_lost", "/gone"), ["2026-01-28", "2026-01-27", "2026-01-26"]);
});
