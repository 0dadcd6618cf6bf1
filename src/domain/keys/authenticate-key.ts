import type { BaseContext, ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { mayBeKey } from "./key.ts";
import { findLivingKey, touchKey } from "./key-queries.ts";

/** The context of the holder of an API key; UNAUTHORIZED, always in the same words, for any other text. */
export async function authenticateKey(
  base: BaseContext,
  key: string | undefined,
): Promise<ProjectContext> {
  const found =
    key !== undefined && mayBeKey(key) ? await findLivingKey(base.db, hashSecret(key)) : undefined;
  if (!found) throw refuseKey();
  const { key_id, access, project_id, organisation_id, plan, timezone, is_stale } = found;
  // A database that takes no changes still answers what is read.
  if (is_stale && isFirstToTouch(key_id)) await touchKey(base.db, key_id).catch(() => {});
  return {
    ...base,
    actor: {
      kind: "key",
      door: "rest",
      key_id,
      project_id,
      access: new Set(access === "write" ? (["read", "write"] as const) : (["read"] as const)),
    },
    project: { project_id, organisation_id, plan, timezone, role: "owner" },
  };
}

const TOUCH_MS = 60_000;
const TOUCHED_MAX = 10_000;
const touched = new Map<number, number>();

/** True once a minute and key in this process: of many requests at once only one notes the use. */
function isFirstToTouch(key_id: number): boolean {
  const now = performance.now();
  if (now - (touched.get(key_id) ?? -TOUCH_MS) < TOUCH_MS) return false;
  if (touched.size >= TOUCHED_MAX) touched.clear();
  touched.set(key_id, now);
  return true;
}

/** The refusal of a caller without a usable key; its words never say what was wrong with the key. */
export function refuseKey(): Failure {
  return new Failure(
    "UNAUTHORIZED",
    "A valid API key is needed in the X-API-Key header, never in the URL. Keys are made in the dashboard, or with the key command.",
  );
}
