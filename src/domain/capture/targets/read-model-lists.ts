import * as z from "zod";
import { EngineFailure } from "#core/answer-engine.ts";
import { rowsOf } from "#core/database.ts";
import { job, upkeep } from "#core/job.ts";
import { dayIn } from "#core/period.ts";
import type { Vault } from "#core/ports.ts";
import { findProject, type Tenant } from "#domain/projects/project-queries.ts";
import { onceFor } from "#domain/projects/work-turn.ts";
import { askForModels, noteListed } from "./listed.ts";
import { openKey } from "./open-key.ts";
import { listTargets, type TargetRow } from "./target-queries.ts";

const TIMEOUT_SECONDS = 15;
const READ_LISTS_OF = { name: "read_model_lists_of", attempts: 2, work: "asking" } as const;
const askToRead = onceFor(READ_LISTS_OF);

/** Every week: has the lists of providers read again of whose models projects ask, for the days on which models end. */
export const readModelLists = upkeep({
  name: "read_model_lists",
  cron: "40 4 * * 1",
  async handler({ db, queueOn }) {
    const rows = await rowsOf<Tenant>(db)`
      select distinct t.project_id from capture_targets t
      join models m on m.project_id = t.project_id and m.model_id = t.model_id and m.is_active
      join projects p on p.project_id = t.project_id and p.status = 'active'
      order by t.project_id`;
    for (const project of rows) await askToRead({ db, queueOn }, project);
  },
});

/** Reads each list once that a project's assistants are on, with their keys; nothing is billed. */
export const readModelListsOf = job({
  ...READ_LISTS_OF,
  input: z.strictObject({ project_id: z.int() }),
  async handler({ db, now, providers, vault, log }, tenant) {
    const project = await findProject(db, tenant);
    if (!project) return;
    const read_on = dayIn(project.timezone, now());
    const asked = (await listTargets(db, tenant)).filter(({ is_active }) => is_active);
    const lists = Map.groupBy(asked, (row) =>
      JSON.stringify([row.provider, row.base_url, nameKey(vault, row)]),
    );
    for (const rows of lists.values()) {
      const [first] = rows;
      const provider = first && providers.get(first.provider);
      const base_url = first?.base_url ?? provider?.default_base_url;
      // What has few and fixed models tells no day.
      if (!first || !provider?.listModels || provider.models || !base_url) continue;
      const { models, problem } = await askForModels(provider, () => ({
        base_url,
        api_key: openKey(vault, first.api_key),
        timeout_seconds: TIMEOUT_SECONDS,
      }));
      if (problem) log.warn({ ...tenant, provider: first.provider, problem }, "no list of models");
      for (const { model_number } of rows) {
        await noteListed(db, { ...tenant, model_id: model_number }, { models, read_on });
      }
    }
  },
});

/** What tells a key from others: itself, or its sealed form where it cannot be opened. */
function nameKey(vault: Vault, { api_key }: TargetRow): string | null {
  try {
    return openKey(vault, api_key);
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    return api_key?.toString("hex") ?? null;
  }
}
