import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { WAIT_MS } from "./browser.ts";

/** What a page shows comes to be as expected, once what was asked for has been answered and drawn. */
export async function comesTo(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = Date.now() + WAIT_MS;
  let seen = await read();
  while (!isDeepStrictEqual(seen, expected) && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 20));
    seen = await read();
  }
  assert.deepEqual(seen, expected);
}

/**
 * At rest: the typeface is there, nothing is asked for and nothing moves, frame after frame, so that an answer that leads
 * to another question is seen through to the end. Requests count from their start, which the page itself cannot see.
 */
export async function settled(page: Page): Promise<void> {
  let quiet = 0;
  await comesTo(async () => {
    const isBusy = (await page.evaluate(BUSY)) || pendingOf(page) > 0;
    quiet = isBusy ? 0 : quiet + 1;
    return quiet >= QUIET_ROUNDS;
  }, true);
}

const QUIET_ROUNDS = 3;

/** After two frames: whether something of the page is still to come or moves and will come to rest. */
const BUSY = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(
  document.readyState !== "complete" || document.fonts.status !== "loaded" ||
  document.querySelector('[role="status"][aria-busy="true"]') !== null ||
  document.getAnimations().some(({ effect }) => effect.getComputedTiming().iterations !== Infinity)))))`;

const pending = new WeakMap<Page, Set<unknown>>();

/** How many requests of a page are running; from its first call on it counts. */
export function pendingOf(page: Page): number {
  let open = pending.get(page);
  if (!open) {
    open = new Set();
    pending.set(page, open);
    const asked = open;
    // A stream of progress ends with its page.
    page.on("request", (one) => one.resourceType() === "eventsource" || asked.add(one));
    page.on("requestfinished", (one) => asked.delete(one));
    page.on("requestfailed", (one) => asked.delete(one));
  }
  return open.size;
}
