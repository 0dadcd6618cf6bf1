import type { AnyJob } from "#core/job.ts";

/** Every kind of work in the background. */
export const schedule: readonly AnyJob[] = [];
