import type { Log } from "#core/context.ts";

/** A log that keeps nothing. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
