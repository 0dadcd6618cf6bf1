import assert from "node:assert/strict";
import { auth, createMCPClient } from "@ai-sdk/mcp";
import { connect, Provider, type Version } from "./official-clients.ts";
import { Person } from "./person.ts";

/** What is tried: by which client, how many calls at once, and how often. */
export type Burst = { version: Version | "ai-sdk"; parallel: number; rounds: number };

/** A host that forgets its tokens when the client says that they are no good, as real hosts do. */
class ForgetfulProvider extends Provider {
  invalidateCredentials(kind: string) {
    if (kind === "all" || kind === "tokens") this.forget();
  }
}

/**
 * Calls in parallel with an access token that is over, round after round, spread over `processes` of one service;
 * returns the number of rounds after which every call was answered and the user was not asked again.
 */
export async function refreshInParallel(
  origin: string,
  processes: readonly string[],
  { version, parallel, rounds }: Burst,
): Promise<{ good: number; consents: number; errors: Map<string, number> }> {
  let turn = 0;
  const spread: typeof fetch = (input, init) => {
    const process = processes[turn++ % processes.length] ?? origin;
    return fetch(String(input).replace(origin, process), init);
  };
  const url = new URL(`${origin}/api/mcp`);
  const open = () => new ForgetfulProvider(new Person(origin));
  const enter = (provider: Provider) =>
    version === "ai-sdk"
      ? connectAiSdk(url, provider, spread)
      : connect(version, url, provider, spread);
  let provider = open();
  let { client } = await enter(provider);
  let good = 0;
  let consents = 0;
  const errors = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    provider.spoilAccessToken();
    provider.seen.length = 0;
    const call = () => client.callTool({ name: "list_projects", arguments: {} });
    const answers = await Promise.allSettled(Array.from({ length: parallel }, call));
    const failed = answers.flatMap((answer) =>
      answer.status === "rejected" ? [String(answer.reason).slice(0, 100)] : [],
    );
    for (const words of failed) errors.set(words, (errors.get(words) ?? 0) + 1);
    const isSignedOut = provider.seen.includes("consent");
    if (isSignedOut) consents++;
    if (failed.length === 0 && !isSignedOut) good++;
    else {
      await client.close();
      provider = open();
      ({ client } = await enter(provider));
    }
    assert((await call()).structuredContent, "the next call works");
  }
  await client.close();
  return { good, consents, errors };
}

/** The AI SDK's client after consent, with the calls of the official ones. */
async function connectAiSdk(url: URL, provider: Provider, fetcher: typeof fetch) {
  // biome-ignore lint/suspicious/noExplicitAny: two libraries with like, unrelated types.
  const authProvider = provider as any;
  const open = () =>
    createMCPClient({ transport: { type: "http", url: url.href, authProvider, fetch: fetcher } });
  await assert.rejects(open(), /Unauthorized/);
  const asked = provider.callback?.searchParams;
  assert(asked, "the client never sent the user to the consent page");
  await auth(authProvider, {
    ...{ serverUrl: url, fetchFn: fetcher },
    ...{ authorizationCode: asked.get("code") ?? "", callbackIssuer: asked.get("iss") ?? "" },
  });
  const client = await open();
  const tools = await client.tools();
  const options = { toolCallId: "1", messages: [] };
  // biome-ignore lint/suspicious/noExplicitAny: a tool's answer is what the server sends.
  const callTool = async ({ name }: { name: string }): Promise<any> =>
    tools[name]?.execute({}, options as never);
  return { client: { callTool, close: () => client.close() } };
}
