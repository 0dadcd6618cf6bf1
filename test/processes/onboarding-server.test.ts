import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serveModel } from "../kit/judge-server.ts";
import { makeToken, readAnswer } from "../kit/mcp-client.ts";
import { type ProviderServer, startProviderServer } from "../kit/provider-server.ts";
import { startServer } from "../kit/real-server.ts";
import { noteSecrets } from "../kit/secret-trail.ts";
import { makeWorld } from "../kit/world.ts";

const KEY = "key-of-this-installation-0123456789";
const PROMPTS = [
  "登山靴でおすすめのブランドはどこですか？",
  "初心者に合う登山靴のメーカーは？",
  "コスパの良い登山靴はどれですか？",
  "防水性が高い登山靴はどれですか？",
];
const PROPOSED = {
  competitors: [{ name: "モンベル", domain: "montbell.jp" }],
  topics: [
    { name: "おすすめ", branded: false, prompts: PROMPTS },
    { name: "評判", branded: true, prompts: ["ノースウィンドの評判はどうですか？"] },
  ],
};

const DESCRIBED = { name: "ノースウィンド", domain: "northwind.example", industry: "登山靴" };
const JAPANESE = { ...DESCRIBED, country_code: "JP", language_code: "ja" };

/** A server whose operator set a model, and a client that calls its tools. */
async function openServer(model: ProviderServer) {
  noteSecrets(KEY);
  after(model.close);
  const world = await makeWorld();
  const server = await startServer(world, {
    ONBOARDING_MODEL: "openai_compatible/tiny",
    ONBOARDING_MODEL_KEY: KEY,
    ONBOARDING_MODEL_URL: model.base_url,
    // It holds for projects' models alone: the operator's own may be anywhere.
    ENGINES_ALLOW_PRIVATE: "off",
  });
  const { base } = world;
  const there = { ...base, server: { ...base.server, base_url: server.origin } };
  const authorization = `Bearer ${await makeToken({ ...world, base: there }, "write")}`;
  const call = async (name: string, args: object) => {
    const response = await fetch(`${server.origin}/api/mcp`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name, arguments: args },
      }),
    });
    return (await readAnswer(response)).body.result.structuredContent;
  };
  return { server, call };
}

test("over MCP, a server that was given a model proposes by it in the user's language, and makes the project", async () => {
  const model = await serveModel(() => JSON.stringify(PROPOSED));
  const { server, call } = await openServer(model);
  const session = await call("start_onboarding", JAPANESE);
  assert.deepEqual([session.source, session.model], ["model", "tiny"]);
  assert.deepEqual(session.proposal.competitors, [{ name: "モンベル", domains: ["montbell.jp"] }]);
  const project = await call("complete_onboarding", { session_id: session.session_id });
  const prompts = await call("list_prompts", { project_id: project.id });
  assert.equal(prompts.total_count, 5);
  assert.deepEqual(model.seen[0]?.headers.authorization, `Bearer ${KEY}`);

  await model.close();
  const again = await call("start_onboarding", JAPANESE);
  assert.deepEqual([again.source, again.model], ["templates", "tiny"]);
  assert.equal(await server.stop(), 0);
  assert.match(server.output(), /the onboarding model did not answer/);
  assert.ok(!server.output().includes(KEY));
});

test("a server that stops answers who waits for a model, from templates, and ends in time", async () => {
  let asked = () => {};
  const underWay = new Promise<void>((resolve) => (asked = resolve));
  const { server, call } = await openServer(await startProviderServer(() => asked()));
  const session = call("start_onboarding", JAPANESE);
  await underWay;
  assert.equal(await server.stop(), 0);
  assert.equal((await session).source, "templates");
});
