import { type Context, Hono } from "hono";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { idleSince } from "#domain/accounts/session.ts";
import { findLivingSession } from "#domain/accounts/session-queries.ts";
import { makeProgressWatch, type ProgressWatch } from "#domain/capture/runs/watch-progress.ts";
import { findUserProject } from "#domain/projects/project-queries.ts";
import { sessionCookie } from "#transports/shared/cookies.ts";
import { guardCall } from "#transports/shared/failures.ts";
import { signedIn } from "#transports/shared/signed-in.ts";
import { readProjectId } from "./calls.ts";
import { openEventStream } from "./event-stream.ts";

/** Where the dashboard listens to what is running in a project. */
export const PROGRESS_PATH = "/app/progress";

const STREAMS_PER_USER_MAX = 12;
const STREAMS_MAX = 1_000;
const RETRY_SECONDS = 10;

/**
 * `GET /app/progress?project_id=...`: a stream of `progress` events (text/event-stream), the first at once, the next
 * whenever runs, a recalculation or an import move. Needs a session and membership, looked at again with every heartbeat and
 * before events, and ends when `closing` is aborted, so that a server that stops does not wait for it.
 */
export function makeProgress(base: BaseContext, closing: AbortSignal): Hono {
  const watch = makeProgressWatch(base);
  const open = new Map<() => void, number>();
  closing.addEventListener("abort", () => {
    for (const end of open.keys()) end();
  });
  const app = new Hono();
  app.get("/", (c) =>
    guardCall(c, base, async () => {
      const { user_id, project_id, isAllowed } = await admit(c, base);
      requireRoom(user_id, [...open.values()]);
      if (closing.aborted) throw new Failure("UNAVAILABLE", "The server is stopping; try again.");
      return answer({ watch, open, user_id, project_id, isAllowed });
    }),
  );
  return app;
}

type Listener = { user_id: number; project_id: number; isAllowed(): Promise<boolean> };

/** Session, sender, project; `isAllowed` asks again, without counting as use of the session. */
async function admit(c: Context, base: BaseContext): Promise<Listener> {
  const session = await signedIn(c, base);
  // A page of ours on plain http sends no such header, and no other site's page could read the answer.
  if ((c.req.header("sec-fetch-site") ?? "same-origin") !== "same-origin") {
    throw new Failure("ROLE_REQUIRED", "This call was not made by a page of ours.");
  }
  const project_id = readProjectId(c.req.query("project_id"));
  const { db, now, server } = base;
  const { user_id, sign_on } = session;
  const isMember = async () =>
    (await findUserProject(db, { user_id, sign_on }, project_id)) !== undefined;
  if (!(await isMember())) throw new Failure("NOT_FOUND", "There is no such project.");
  const hash = hashSecret(sessionCookie.read(c, server.base_url) ?? "");
  const isAllowed = async () => {
    const time = now();
    const living = { hash, now: time, idle_since: idleSince(time), confirmed_since: time };
    return (await findLivingSession(db, living)) !== undefined && (await isMember());
  };
  return { user_id, project_id, isAllowed };
}

function requireRoom(user_id: number, users: readonly number[]): void {
  const own = users.filter((other) => other === user_id).length;
  if (own < STREAMS_PER_USER_MAX && users.length < STREAMS_MAX) return;
  throw new Failure("RATE_LIMIT_EXCEEDED", "Too many pages listen already; close some.", {
    retry_after_seconds: RETRY_SECONDS,
  });
}

type Opened = Listener & { watch: ProgressWatch; open: Map<() => void, number> };

function answer({ watch, open, user_id, project_id, isAllowed }: Opened): Response {
  const stream = openEventStream({
    isAllowed,
    subscribe: (send) => watch.join({ project_id }, (progress) => send("progress", progress)),
    onEnd: () => open.delete(stream.end),
  });
  open.set(stream.end, user_id);
  return new Response(stream.body, {
    headers: {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-store",
      // Proxies must not gather events.
      "X-Accel-Buffering": "no",
    },
  });
}
