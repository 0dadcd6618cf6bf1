import { EngineFailure, type EngineRequest } from "#core/answer-engine.ts";
import type { AccountContext } from "#core/context.ts";
import type { Provider } from "#core/ports.ts";
import { ANSWER_TIMEOUT_SECONDS } from "../capture-task.ts";
import { openKey } from "../targets/open-key.ts";
import { sayTooLong } from "../targets/prompt-length.ts";
import { listRefused } from "../targets/refusals.ts";
import type { ClaimedTask } from "./claimed-task.ts";

/** What of a task, or of a question outside the plan, says how it is asked. */
type Question = Pick<
  ClaimedTask,
  "prompt" | "provider" | "requested_model" | "base_url" | "parameters" | "refusals" | "api_key"
> &
  Record<"country_code" | "language_code", string | null>;

/** Who is asked a question, and how; throws `EngineFailure` where its model cannot be asked as it is set up. */
export function requestOf(
  { providers, vault, now }: AccountContext,
  task: Question,
  signal?: AbortSignal,
): { provider: Provider; request: EngineRequest } {
  const provider = providers.get(task.provider);
  if (!provider) {
    throw new EngineFailure("paused_target", `No engine is called ${task.provider}.`);
  }
  const base_url = task.base_url ?? provider.default_base_url;
  if (!base_url) {
    throw new EngineFailure(
      "paused_target",
      `${provider.label} needs a base URL; set one under Assistants.`,
    );
  }
  const request = {
    prompt: task.prompt,
    country_code: task.country_code,
    language_code: task.language_code,
    requested_model: task.requested_model,
    base_url,
    api_key: openKey(vault, task.api_key),
    parameters: task.parameters,
    left_out: listRefused(task.refusals, now()).map(({ part }) => part),
    timeout_seconds: ANSWER_TIMEOUT_SECONDS,
    ...(signal && { signal }),
  };
  return { provider, request };
}

/** Throws `EngineFailure` where a provider takes no prompt so long: imports make prompts of any length, and what is sent in vain may be billed. */
export function requireShort(provider: Provider, prompt: string): void {
  const said = sayTooLong(provider, prompt);
  if (said !== null)
    throw new EngineFailure("permanent", `${said} Archive the prompt, or ask a shorter one.`);
}
