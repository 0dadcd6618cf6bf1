import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { EngineFailure, type FailureKind } from "#core/answer-engine.ts";
import { PROVIDER_ANSWERS, TOLD } from "../../../test/kit/provider-answers.ts";
import { makeRequest, startProviderServer } from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

/** A refusal in a provider's words, with whoever wrote them down (none is from a call of ours), and how asking must end. */
type RecordedRefusal = {
  provider: string;
  what: string;
  /** The kind of failure; or the parts that it is asked again without, and then answered. */
  ends: FailureKind | string[];
  /** Seconds to wait, as the provider says. */
  wait?: number;
  /** Where it was posted; "after": worded after the provider's documents. */
  source: string;
  status: number;
  headers?: Record<string, string>;
  body: unknown;
};

const TABLE = new URL("../../../test/kit/provider-refusals.jsonl", import.meta.url);
const REFUSALS = readFileSync(TABLE, "utf8")
  .trim()
  .split("\n")
  .map((line): RecordedRefusal => JSON.parse(line));

/** What the part that is refused is sent as, where it is in the usual question, or what a user adds of it. */
const ADDED: Record<string, object> = { reasoning: { effort: "minimal" } };

/** A provider that refuses in these words as long as it is sent a part as we send it first, and else answers. */
async function startRefusing({ provider, status, headers, body, ends }: RecordedRefusal) {
  const parts = typeof ends === "string" ? [] : ends;
  let first: Record<string, unknown> | null = null;
  return await startProviderServer((response, { body: sent }) => {
    first ??= (sent ?? {}) as Record<string, unknown>;
    const now = JSON.stringify(parts.map((part) => (sent as Record<string, unknown>)[part]));
    const then = JSON.stringify(parts.map((part) => first?.[part]));
    const isRefused = parts.length === 0 || now === then;
    response
      .writeHead(isRefused ? status : 200, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(isRefused ? body : PROVIDER_ANSWERS[provider]));
  });
}

for (const refusal of REFUSALS) {
  const { provider, what, ends, wait } = refusal;
  const end = typeof ends === "string" ? ends : `an answer without ${ends.join(", ")}`;
  test(`${provider} refuses ${what}: ${end}`, async (t) => {
    const server = await startRefusing(refusal);
    t.after(server.close);
    const { engine } = PROVIDERS.get(provider) ?? assert.fail(provider);
    const parameters = Object.fromEntries(
      Object.entries(ADDED).filter(([part]) => ends.includes(part)),
    );
    const asking = engine.ask(makeRequest(server.base_url, { parameters }));
    if (typeof ends !== "string") {
      const asked = await asking;
      assert.equal(asked.text, TOLD.text);
      assert.deepEqual(asked.asked_without, ends);
      assert.equal(server.seen.length, 2, "asked again once");
      return;
    }
    const failure: unknown = await asking.catch((error: unknown) => error);
    assert.ok(failure instanceof EngineFailure, String(failure));
    assert.equal(failure.kind, ends, failure.message);
    assert.equal(failure.retry_after_seconds ?? undefined, wait);
    assert.equal(server.seen.length, 1, "trying again is the worker's");
    // The provider's sentence, not its JSON.
    assert.match(failure.message, /^(HTTP \d+|SerpApi|DataForSEO \d+): [^{}]{5,}$/);
  });
}
