import { createHook } from "node:async_hooks";

/** How many passwords are hashed or compared while `work` is done: each is a native task, which Node announces. */
export async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      // What the package of argon2 calls its tasks.
      if (type === "undefined") count++;
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return count;
}
