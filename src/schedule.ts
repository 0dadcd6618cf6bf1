import type { AnyJob } from "#core/job.ts";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { SWEEP_ONBOARDING } from "#domain/onboarding/sweep-onboarding.ts";
import { REBUILD_ROLLUPS } from "#domain/reports/rebuild-rollups.ts";
import { suggest } from "#domain/suggestions/suggest.ts";

/** Every kind of work in the background. */
export const schedule: readonly AnyJob[] = [
  SWEEP_IDENTITY,
  SWEEP_ONBOARDING,
  REBUILD_ROLLUPS,
  suggest,
];
