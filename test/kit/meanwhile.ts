import { betweenStatements } from "./between-statements.ts";
import { type Answer, type Visitor, visitorOf } from "./http-client.ts";
import { doneOrHeldUp } from "./wait-for.ts";
import type { World } from "./world.ts";

/** A browser whose requests let `act` run once, to its end or until it waits for them, right after a statement: the first of its kind, or the `nth`. */
export function meanwhile(
  world: World,
  words: string,
  act: () => Promise<Answer>,
  nth = 1,
): { visitor: Visitor; acted: () => Promise<number | undefined> } {
  let acted: Promise<Answer> | undefined;
  const then = async (time: number) => {
    if (time < nth) return;
    acted ??= act();
    await doneOrHeldUp(world.pool, acted);
  };
  const app = world.appOn(betweenStatements(world.db, words, then));
  return { visitor: visitorOf({ ...world, app }), acted: async () => (await acted)?.status };
}
