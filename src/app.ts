import { Hono } from "hono";
import type { AccountContext } from "#core/context.ts";
import type { AnyOperation } from "#core/operation.ts";
import { makeRest, REST_PATH } from "#transports/rest/rest.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";

/** Everything the app is made of; tests give their own. */
export type AppParts = {
  catalog: readonly AnyOperation[];
  base: Omit<AccountContext, "actor">;
  limits: { rest: RateLimit };
  /** Throws while the database is out of reach. */
  checkReady(): Promise<void>;
};

/** One origin for every door. */
export function makeApp({ catalog, base, limits, checkReady }: AppParts): Hono {
  const app = new Hono();
  app.get("/healthz", (c) => c.json({ status: "ok", version: base.server.version }));
  app.get("/readyz", async (c) => {
    try {
      await checkReady();
      return c.json({ status: "ready" });
    } catch {
      return c.json({ status: "unavailable" }, 503);
    }
  });
  app.route(REST_PATH, makeRest(catalog, base, limits.rest));
  return app;
}
