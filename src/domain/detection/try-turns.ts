import { Failure } from "#core/failure.ts";

const AT_ONCE = 2;
const TURN_MS = 10_000;

const busy = new Set<string>();
// In the order in which they have their turn: who had one stands behind all others.
const waiting = new Map<string, (() => void)[]>();

/** Does work when the asker has a turn, one at a time for each and few for all; UNAVAILABLE when it does not come soon. */
export async function inTryTurn<Result>(
  asker: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await waitForTurn(asker);
  try {
    return await work();
  } finally {
    busy.delete(asker);
    passOn();
  }
}

function waitForTurn(asker: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const begin = () => {
    clearTimeout(limit);
    resolve();
  };
  const limit = setTimeout(() => {
    leaveBehind(asker, (other) => other !== begin);
    reject(new Failure("UNAVAILABLE", "Other expressions are being tried; try again in a minute."));
  }, TURN_MS);
  waiting.set(asker, [...(waiting.get(asker) ?? []), begin]);
  passOn();
  return promise;
}

function passOn(): void {
  for (const [asker, [begin]] of [...waiting]) {
    if (busy.size >= AT_ONCE) return;
    if (busy.has(asker)) continue;
    busy.add(asker);
    const left = leaveBehind(asker, (other) => other !== begin);
    waiting.delete(asker);
    if (left.length > 0) waiting.set(asker, left);
    begin?.();
  }
}

/** Those of an asker that wait on. */
function leaveBehind(asker: string, stays: (begin: () => void) => boolean): (() => void)[] {
  const left = (waiting.get(asker) ?? []).filter(stays);
  if (left.length > 0) waiting.set(asker, left);
  else waiting.delete(asker);
  return left;
}
