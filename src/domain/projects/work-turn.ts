import type { AccountContext } from "#core/context.ts";

/** How long a job works on a project before others that wait have their turn. */
const TURN_MS = 15_000;

/** Begins a turn; what it returns says whether it is over. A job of long work then puts itself behind the others. */
export function beginTurn({ now }: Pick<AccountContext, "now">): () => boolean {
  const end = now().getTime() + TURN_MS;
  return () => now().getTime() >= end;
}
