import { type Context, Hono } from "hono";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import type { AnyOperation } from "#core/operation.ts";
import { run } from "#core/run.ts";
import { authenticateShare } from "#domain/shares/authenticate-share.ts";
import { isOnPage, restrictAnswer, restrictInput } from "#domain/shares/restrict-call.ts";
import { readJson } from "#transports/shared/body.ts";
import { guardCall } from "#transports/shared/failures.ts";
import { clientNetwork, type RateLimit } from "#transports/shared/rate-limit.ts";
import { refuseOthers } from "./calls.ts";

/** Where the calls of shared pages are mounted. */
export const SHARE_CALLS_PATH = "/app/share";

/** Counts calls by the address they come from, and by the link they use. */
export type ShareLimits = { address: RateLimit; link: RateLimit };

/**
 * The few operations that a shared page needs, at `POST /app/share/{token}/call/{name}`: the link is the only
 * credential, reads alone, and binds days and filters. A link that ended and one that never was are the same answer.
 */
export function makeShareCalls(
  catalog: readonly AnyOperation[],
  base: BaseContext,
  limits: ShareLimits,
): Hono {
  const operations = new Map(catalog.map((operation) => [operation.name, operation]));
  const app = new Hono();
  app.post("/:token/call/:name", (c) =>
    guardCall(c, base, () => answer(c, base, { operations, limits })),
  );
  return refuseOthers(app, base, "POST", `${SHARE_CALLS_PATH}/{token}/call/{operation} only`);
}

async function answer(
  c: Context,
  base: BaseContext,
  { operations, limits }: { operations: ReadonlyMap<string, AnyOperation>; limits: ShareLimits },
): Promise<Response> {
  c.header("X-Robots-Tag", "noindex");
  await limits.address.count(c, clientNetwork(c));
  const { context, share_id, bounds } = await authenticateShare(base, c.req.param("token") ?? "");
  await limits.link.count(c, String(share_id));
  const operation = operations.get(c.req.param("name") ?? "");
  const shared = operation?.shared;
  if (!operation || !shared || !isOnPage(bounds, shared)) {
    throw new Failure("NOT_FOUND", "This link does not show that.");
  }
  const { project_id: _, ...input } = await readJson(c.req);
  const isGone = () => c.req.raw.signal.aborted;
  const asked = restrictInput(bounds, shared, input);
  const found = await run(operation, { ...context, isGone }, asked);
  return c.json(restrictAnswer(bounds, shared, { answer: found, input }));
}
