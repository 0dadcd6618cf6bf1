import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { EngineFailure } from "#core/answer-engine.ts";
import { makeRequest, startProviderServer } from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

type Sent = Record<string, unknown>;

const MESSAGE = { model: "m", content: [{ type: "text", text: "Umbra." }], usage: {} };
const RESPONSE = {
  model: "m",
  output: [{ type: "message", content: [{ type: "output_text", text: "Umbra." }] }],
};

/** A provider that refuses what `refuse` names in a body, in those words, and else answers. */
async function startFussy(
  t: TestContext,
  { answer, refuse }: { answer: object; refuse(sent: Sent): string | null },
) {
  const server = await startProviderServer((response, { body }) => {
    const said = refuse(body as Sent);
    const error = { error: { type: "invalid_request_error", message: said } };
    response.writeHead(said ? 400 : 200).end(JSON.stringify(said ? error : answer));
  });
  t.after(server.close);
  return { ...server, sent: () => server.seen.map(({ body }) => body as Sent) };
}

const engineOf = (provider: string) => {
  const engine = PROVIDERS.get(provider)?.engine;
  assert.ok(engine);
  return engine;
};

test("Claude that refuses a forced search is asked again at once, by choice, and next time not forced at all", async (t) => {
  const said = 'tool_choice: type "tool" and "any" are not supported for this model.';
  const server = await startFussy(t, {
    answer: MESSAGE,
    refuse: ({ tool_choice }) => (tool_choice ? said : null),
  });
  const engine = engineOf("anthropic");
  const first = await engine.ask(makeRequest(server.base_url));
  assert.deepEqual([first.search_asked, first.asked_without], ["chosen", ["tool_choice"]]);
  assert.deepEqual(first.refusals, [{ part: "tool_choice", said: `HTTP 400: ${said}` }]);
  assert.ok(server.sent()[1]?.["tools"], "it may still search");
  const next = await engine.ask(makeRequest(server.base_url, { left_out: ["tool_choice"] }));
  assert.deepEqual([next.search_asked, next.refusals], ["chosen", []]);
  assert.deepEqual(next.asked_without, ["tool_choice"]);
  assert.equal(server.seen.length, 3);
});

test("what was refused is told with the failure that comes after it, unless the rest is refused, too", async (t) => {
  const said = "tool_choice is not supported for this model.";
  const failureOf = async (end: string, status = 200) => {
    const server = await startProviderServer((response, { body }) => {
      const isForced = (body as Sent)["tool_choice"] !== undefined;
      const error = { error: { type: "invalid_request_error", message: said } };
      response.writeHead(isForced ? 400 : status).end(isForced ? JSON.stringify(error) : end);
    });
    t.after(server.close);
    const failure = await engineOf("anthropic")
      .ask(makeRequest(server.base_url))
      .catch((error: unknown) => error);
    assert.ok(failure instanceof EngineFailure);
    assert.equal(server.seen.length, 2);
    return failure;
  };
  const refusals = [{ part: "tool_choice", said: `HTTP 400: ${said}` }];
  const half = await failureOf(JSON.stringify(MESSAGE).slice(0, 20));
  assert.deepEqual(half.refusals, refusals);
  const busy = await failureOf("{}", 503);
  assert.deepEqual([busy.kind, busy.status, busy.refusals], ["retry", 503, refusals]);
  const none = await failureOf('{"error":{"message":"No such account."}}', 400);
  assert.deepEqual(none.refusals, []);
});

test("DeepSeek is told not to think, so that its search can be forced, and thinks where it cannot be told", async (t) => {
  const said = "Thinking mode does not support this tool_choice";
  const thinks = ({ thinking, tool_choice }: Sent) =>
    tool_choice && (thinking as Sent | undefined)?.["type"] !== "disabled" ? said : null;
  const server = await startFussy(t, { answer: MESSAGE, refuse: thinks });
  const engine = engineOf("deepseek");
  const forced = await engine.ask(makeRequest(server.base_url));
  assert.deepEqual([forced.search_asked, forced.refusals], ["forced", []]);
  const stubborn = await startFussy(t, {
    answer: MESSAGE,
    refuse: (sent) => (sent["thinking"] ? "thinking: not a known field" : thinks(sent)),
  });
  const chosen = await engine.ask(makeRequest(stubborn.base_url));
  assert.deepEqual(
    [chosen.search_asked, chosen.asked_without],
    ["chosen", ["thinking", "tool_choice"]],
  );
});

test("a place that is refused is left out for that country alone, a limit that is too high is lowered", async (t) => {
  const server = await startFussy(t, {
    answer: MESSAGE,
    refuse: (sent) =>
      JSON.stringify(sent).includes('"country":"DE"')
        ? "tools.0.web_search_20250305.user_location.country: 'DE' is not supported"
        : Number(sent["max_tokens"]) > 8192
          ? `max_tokens: ${sent["max_tokens"]} > 8192, which is the maximum allowed number of output tokens`
          : null,
  });
  const engine = engineOf("anthropic");
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.ok(captured.asked_without.includes("user_location"));
  const parts = captured.refusals.map(({ part }) => part);
  assert.ok(parts.includes("user_location DE"), String(parts));
  assert.equal(server.sent().at(-1)?.["max_tokens"], 8192);
  assert.doesNotMatch(JSON.stringify(server.sent().at(-1)), /user_location/);
  await engine.ask(makeRequest(server.base_url, { left_out: parts, country_code: "US" }));
  assert.match(JSON.stringify(server.sent().at(-1)), /"country":"US"/);
});

test("what a target adds is left out where it is refused, but never its own limit or what is asked", async (t) => {
  const server = await startFussy(t, {
    answer: RESPONSE,
    refuse: (sent) =>
      "temperature" in sent
        ? "Unsupported parameter: 'temperature' is not supported with this model."
        : sent["max_output_tokens"] === 900
          ? "Invalid 'max_output_tokens': too small"
          : sent["model"] === "gone"
            ? "model: gone is no model; see input and tools"
            : null,
  });
  const engine = engineOf("openai");
  const ask = (parameters: Sent, requested_model = "m") =>
    engine.ask(makeRequest(server.base_url, { parameters, requested_model }));
  const captured = await ask({ temperature: 1 });
  assert.deepEqual(
    [captured.asked_without, captured.search_asked, captured.text],
    [["temperature"], "forced", "Umbra."],
  );
  const isRefused = (error: unknown) => error instanceof EngineFailure && error.status === 400;
  await assert.rejects(ask({ max_output_tokens: 900 }), isRefused);
  await assert.rejects(ask({}, "gone"), isRefused);
  assert.equal(server.seen.length, 4, "a refusal that names nothing to leave out is asked once");
});

test("a parameter is searched for in a refusal as it is spelt, whatever an expression would make of it", async (t) => {
  const ask = async (name: string, said: string) => {
    const refuse = (sent: Sent) => (name in sent ? said : null);
    const server = await startFussy(t, { answer: RESPONSE, refuse });
    const request = makeRequest(server.base_url, { parameters: { [name]: 1 } });
    return engineOf("openai").ask(request);
  };
  for (const name of ["a(", "top.k", "[x", "2nd"]) {
    assert.deepEqual((await ask(name, `Unknown field "${name}".`)).asked_without, [name]);
  }
  const isRefused = (error: unknown) => error instanceof EngineFailure && error.status === 400;
  await assert.rejects(ask("top.k", "topSk is out of range"), isRefused);
  const started = performance.now();
  await assert.rejects(ask("(x+x+)+y", `No: ${"x".repeat(26)}`), isRefused);
  const took_ms = performance.now() - started;
  assert.ok(took_ms < 1_000, `${took_ms} ms`);
});

test("a server that refuses whatever it is sent is asked a few times at most", async (t) => {
  const server = await startFussy(t, {
    answer: RESPONSE,
    refuse: (sent) => `Not allowed: ${Object.keys(sent).join(", ")}, "include[0]", user_location`,
  });
  await assert.rejects(engineOf("openai").ask(makeRequest(server.base_url)), EngineFailure);
  assert.ok(server.seen.length <= 5, String(server.seen.length));
});

test("how search was asked is what was sent at last", async (t) => {
  const server = await startFussy(t, { answer: RESPONSE, refuse: () => null });
  const asked = async (provider: string, parameters: Sent = {}) =>
    (await engineOf(provider).ask(makeRequest(server.base_url, { parameters }))).search_asked;
  assert.equal(await asked("openai"), "forced");
  assert.equal(await asked("openai", { search: "auto" }), "chosen");
  assert.equal(await asked("openai", { search: "off" }), "off");
  assert.equal(await asked("openai", { tool_choice: "none" }), "off");
  assert.equal(await asked("xai"), "forced");
  assert.equal(await asked("perplexity"), "chosen");
});

test("the search tool and the effort are those that were sent at last", async (t) => {
  const server = await startFussy(t, {
    answer: { ...RESPONSE, ...MESSAGE, content: MESSAGE.content },
    refuse: (sent) => ("reasoning" in sent && sent["model"] === "old" ? "reasoning: no" : null),
  });
  const sentWith = async (provider: string, parameters: Sent = {}, requested_model = "m") => {
    const request = makeRequest(server.base_url, { parameters, requested_model });
    const { search_tool, effort } = await engineOf(provider).ask(request);
    return [search_tool, effort];
  };
  const high = { effort: "high" };
  assert.deepEqual(await sentWith("openai", { reasoning: high }), ["web_search", "high"]);
  assert.deepEqual(await sentWith("openai", { reasoning: high }, "old"), ["web_search", null]);
  assert.deepEqual(await sentWith("openai", { search: "off" }), [null, null]);
  const newer = { search_tool: "web_search_20260209", output_config: high };
  assert.deepEqual(await sentWith("anthropic", newer), ["web_search_20260209", "high"]);
  assert.deepEqual(await sentWith("deepseek"), ["web_search_20250305", "none"]);
});
