import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";

const COMES_MS = 15_000;

/** What a page shows comes to be as expected, once what was asked for has been answered and drawn. */
export async function comesTo(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  const deadline = Date.now() + COMES_MS;
  while (!isDeepStrictEqual(await read(), expected) && Date.now() < deadline) {
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.deepEqual(await read(), expected);
}
