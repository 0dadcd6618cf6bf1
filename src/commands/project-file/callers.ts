import { setTimeout as sleep } from "node:timers/promises";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { run } from "#core/run.ts";
import { holdsAddress } from "#domain/capture/targets/target.ts";
import { listProjects } from "#domain/projects/list-projects.ts";
import {
  accountContextFor,
  projectContextFor,
  type UserCaller,
} from "#domain/projects/project-context.ts";
import type { Step } from "./plan.ts";
import type { Call } from "./project-state.ts";

/** Calls operations on this installation's database, as a user; in a project, or in the one that the calls make. */
export function callHere(base: BaseContext, user: UserCaller, project_id: number | null): Call {
  let project = project_id;
  return async (operation, input) => {
    const context =
      operation.scope === "account"
        ? accountContextFor(base, user, "command")
        : project !== null && (await projectContextFor(base, user, project, "command"));
    if (!context) throw new Failure("NOT_FOUND", "There is no such project.");
    const result = await run(operation, context as Parameters<typeof run>[1], input);
    if (operation.name === "create_project") {
      project = decodeId("prj", (result as { id: string }).id);
    }
    return result;
  };
}

const TRIES = 5;
const WAIT_SECONDS_MAX = 120;

/** Calls operations of another installation over REST, in the project of `key`; waits where it is told to. */
export async function callRemote(server: string, key: string): Promise<Call> {
  let project_id = "";
  const call: Call = async ({ name, route, status }, input) => {
    const [method = "", path = ""] = (route ?? "").split(" ");
    if (!route) throw new Failure("ROLE_REQUIRED", `${name} takes a person, not a key.`);
    const left: Record<string, unknown> = { ...input };
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => {
      const value = field === "project_id" ? project_id : String(left[field]);
      delete left[field];
      return encodeURIComponent(value);
    });
    const hasBody = method === "POST" || method === "PATCH";
    const query = new URLSearchParams(Object.entries(left).map(([k, v]) => [k, String(v)]));
    const url = `${server}/api/v1${filled}${hasBody || query.size === 0 ? "" : `?${query}`}`;
    const answer = await send(url, {
      method,
      headers: {
        "x-api-key": key,
        ...(hasBody && { "content-type": "application/json" }),
        ...(method === "POST" && { "idempotency-key": crypto.randomUUID() }),
      },
      ...(hasBody && { body: JSON.stringify(left) }),
    });
    if (status === 204) return undefined as never;
    return (await answer.json().catch((cause: Error) => {
      throw new Failure("CONFLICT", `${url} is no Earshot: it answers no JSON.`, { cause });
    })) as never;
  };
  const { data } = await call(listProjects, {});
  project_id = data[0]?.id ?? "";
  return call;
}

async function send(url: string, request: RequestInit): Promise<Response> {
  for (let tried = 1; ; tried++) {
    // Followed, a POST would become a GET that changes nothing, and the key would go to wherever it leads.
    const answer = await fetch(url, { ...request, redirect: "manual" }).catch((cause: Error) => {
      throw new Failure("UNAVAILABLE", `${url} cannot be reached: ${cause.message}`, { cause });
    });
    if (answer.ok) return answer;
    const place = answer.headers.get("location");
    if (place !== null) {
      throw new Failure("CONFLICT", `${url} sends on to ${place}: give --server that address.`);
    }
    const wait = Number(answer.headers.get("retry-after") ?? Number.POSITIVE_INFINITY);
    if (tried === TRIES || wait > WAIT_SECONDS_MAX) {
      const text = await answer.text();
      throw new Failure("CONFLICT", `${answer.status} ${messageOf(text)}`);
    }
    await sleep(wait * 1_000);
  }
}

function messageOf(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error: { message: string } };
    return error.message;
  } catch {
    return text.slice(0, 200);
  }
}

/** Why a step takes a person where a key is all there is; null: it does not. */
export function refuseKey({ operation, input }: Step): string | null {
  if (!operation.route) return `${operation.name} outlives a key`;
  const { base_url } = input;
  if (base_url || (base_url === null && operation.name === "update_target")) {
    return "a base_url outlives a key";
  }
  if (holdsAddress(input["parameters"])) return "an address in parameters outlives a key";
  return input["audit_days"] === undefined ? null : "a key does not decide over the audit log";
}

/** Steps that a key can take, and those that it cannot; what belongs to a step before it is left out with that. */
export function divideSteps(steps: readonly Step[]): { taken: Step[]; refused: Step[] } {
  const taken: Step[] = [];
  const refused: Step[] = [];
  let isAfterRefused = false;
  for (const step of steps) {
    isAfterRefused = refuseKey(step) !== null || (isAfterRefused && step.lines.length === 0);
    (isAfterRefused ? refused : taken).push(step);
  }
  return { taken, refused };
}
