import { shareConnections } from "#adapters/database/share-connections.ts";
import { makeProviders } from "#adapters/engines/providers.ts";
import { makePost } from "#adapters/post.ts";
import { queueOn } from "#adapters/queue.ts";
import { makeVault } from "#adapters/vault.ts";
import type { ProjectContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";

/** Who may do all in a project of `fillProject`, as a command may; warnings and errors are printed. */
export function benchContext(db: Database, project_id: number): ProjectContext {
  return {
    ...{ db, queueOn, now: () => new Date(), providers: makeProviders(null, "public") },
    log: { info() {}, warn: console.error, error: console.error },
    ...{ onboarding_model: null, inTurn: shareConnections(10) },
    ...{ vault: makeVault(["bench"]), post: makePost("public"), mail: null, fetch },
    server: {
      version: "bench",
      base_url: "http://localhost",
      rate_limit_per_minute: 0,
      keep_days: { answers: null, raw_bodies: null, runs: null, audit: null },
    },
    actor: { kind: "system", door: "command", access: new Set(["read", "write"] as const) },
    project: {
      ...{ project_id, organisation_id: 1, plan: "brand/enterprise" },
      ...{ timezone: "UTC", role: "owner" },
    },
  };
}
