import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineFailure } from "#core/answer-engine.ts";
import { makeRequest } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { openaiChat } from "./openai-chat.ts";
import { findProvider } from "./registry.ts";
import { type SimulationRequest, simulateAnswer } from "./simulate-answer.ts";
import { captureSimulatedAnswer } from "./simulated-body.ts";
import { INVENTED_MARKET, listMarketBrands } from "./simulated-market.ts";
import { startSimulatedServer } from "./simulated-server.ts";

const engine = findProvider("simulated")?.engine;
assert.ok(engine);

const base: SimulationRequest = {
  seed: "s",
  prompt: "What are the best cordless mowers for small gardens?",
  engine: "simulated-a",
  day: "2026-11-02",
  sample: 1,
  country_code: "DE",
  market: INVENTED_MARKET,
};

function* manyRequests(days: number, prompts: number): Generator<SimulationRequest> {
  for (let day = 0; day < days; day += 1) {
    for (let prompt = 0; prompt < prompts; prompt += 1) {
      for (const name of ["simulated-a", "simulated-b", "simulated-c"]) {
        const date = new Date(Date.UTC(2026, 7, 1 + day)).toISOString().slice(0, 10);
        yield { ...base, engine: name, day: date, prompt: `What is a good mower, case ${prompt}?` };
      }
    }
  }
}

test("the same request gives the same answer, another sample another", () => {
  assert.deepEqual(simulateAnswer(base), simulateAnswer({ ...base }));
  assert.notEqual(simulateAnswer(base).text, simulateAnswer({ ...base, sample: 2 }).text);
  assert.notEqual(simulateAnswer(base).text, simulateAnswer({ ...base, seed: "t" }).text);
});

test("an answer and the titles of its pages quote the question whole, and one that is too long up to a word", () => {
  const word = "mowing ";
  for (const [prompt, quoted] of [
    ["Which mower copes with slopes?", "Which mower copes with slopes?"],
    [`Which\n${word.repeat(30)}`, `Which ${word.repeat(11)}mowing…`],
  ] as const) {
    for (const name of ["a", "b", "c", "d", "e"]) {
      const answer = simulateAnswer({ ...base, engine: name, prompt });
      assert.ok(answer.text.startsWith(`“${quoted}” `), answer.text);
      assert.ok(answer.sources.length > 0);
      for (const { title } of answer.sources) {
        assert.ok(title.endsWith(`: ${quoted}`) && !title.includes("%"), title);
      }
    }
  }
});

test("what is searched for is what was asked, whole and in its language, or what is said of a brand", () => {
  for (const asked of [
    "Is Larkfield a good brand for cordless mowers",
    "How do I choose an irrigation timer",
    "Welche Mäher kommen mit steilen Hängen und hohem Gras zurecht",
  ]) {
    const found = Array.from({ length: 30 }, (_, at) =>
      simulateAnswer({ ...base, prompt: `${asked}?`, sample: at + 1 }),
    ).flatMap(({ search_queries }) => search_queries);
    const others = new Set(found.filter((query) => !/^[\p{L} ]+ reviews$/u.test(query)));
    assert.deepEqual([...others].sort(), [asked, `${asked} 2026`]);
  }
  const market = { ...base.market, searches: [{ about: "mower", query: "Are mowers loud?" }] };
  const found = Array.from({ length: 30 }, (_, at) => {
    return simulateAnswer({ ...base, market, sample: at + 1 }).search_queries;
  }).flat();
  assert.ok(found.includes("Are mowers loud?"), found.join());
});

test("finished answers have 150 to 350 words and their citations land on their links", () => {
  let finished = 0;
  for (const request of manyRequests(20, 5)) {
    const captured = captureSimulatedAnswer(request);
    assert.match(captured.served_model ?? "", /simulated/);
    for (const { url, start, end } of captured.cited) {
      const words = captured.text.slice(start ?? -1, end ?? -1);
      assert.ok(words.startsWith("([") && words.endsWith("))") && words.includes(url), words);
    }
    if (captured.finish !== "stop") continue;
    finished += 1;
    const words = captured.text.split(/\s+/).length;
    assert.ok(words >= 150 && words <= 350, `${words} words: ${captured.text}`);
    assert.ok(captured.retrieved.length > 0 && captured.search_queries.length > 0);
  }
  assert.ok(finished > 250);
});

test("ninety days of answers hold refusals, empties, cuts, and brands that are not tracked", () => {
  const finishes = new Map<string, number>();
  const named = new Map<string, number>();
  let count = 0;
  for (const request of manyRequests(90, 4)) {
    const { finish, text } = simulateAnswer(request);
    count += 1;
    finishes.set(finish, (finishes.get(finish) ?? 0) + 1);
    for (const { name } of listMarketBrands("s", INVENTED_MARKET)) {
      if (text.includes(name)) named.set(name, (named.get(name) ?? 0) + 1);
    }
  }
  for (const finish of ["refusal", "empty", "length"]) {
    const share = (finishes.get(finish) ?? 0) / count;
    assert.ok(share > 0.001 && share < 0.04, `${finish} ${share}`);
  }
  const shares = [...named.values()].map((times) => times / count);
  assert.ok(named.size >= 8, "untracked brands appear next to the five tracked ones");
  assert.ok(shares.every((share) => share < 0.98));
  assert.ok(Math.max(...shares) - Math.min(...shares) > 0.2, "brands differ");
});

test("every page is on a reserved domain or on a domain of the market", () => {
  const hosts = new Set<string>();
  for (const request of manyRequests(10, 3)) {
    for (const { url } of simulateAnswer(request).sources) hosts.add(new URL(url).hostname);
  }
  for (const host of hosts) assert.match(host, /\.(example|test)$/);
});

test("brand names with the marks of the templates come out unchanged", () => {
  const own = { name: "Salt & $& % Co", domain: "salt.example" };
  const market = { ...INVENTED_MARKET, own };
  let named = 0;
  for (let sample = 1; sample <= 30; sample += 1) {
    const { text } = simulateAnswer({ ...base, sample, market });
    const salt = text.match(/Salt.{12}/g) ?? [];
    named += salt.length;
    for (const words of salt) assert.match(words, /^Salt & \$& % Co/);
  }
  assert.ok(named > 10, String(named));
});

test("the server answers as the pure generator does, over both shapes", async (t) => {
  const server = await startSimulatedServer({ seed: "s" });
  t.after(server.close);
  const request = makeRequest(server.base_url, {
    prompt: base.prompt,
    requested_model: base.engine,
    api_key: null,
    parameters: { metadata: { day: base.day, sample: "1" } },
  });
  const answered = await engine.ask(request);
  const how = { search_asked: "forced", search_tool: "web_search", effort: null };
  const asked = { ...how, asked_without: [], refusals: [] };
  assert.deepEqual(answered, { ...captureSimulatedAnswer(base), ...asked });
  const here = { ...request, country_code: null };
  const placeless = await engine.ask(here);
  assert.notEqual(placeless.text, answered.text);
  const chat = await makeEngine("simulated", openaiChat).ask(here);
  assert.equal(chat.text, placeless.text);
  assert.equal(chat.citations_from, placeless.cited.length > 0 ? "provider" : "text");
  assert.equal(server.requests(), 3);
});

test("without a stated day the clock decides, and asking again is another sample", async (t) => {
  const now = () => new Date("2026-11-02T10:00:00Z");
  const server = await startSimulatedServer({ seed: "s", now });
  t.after(server.close);
  const request = makeRequest(server.base_url, {
    prompt: base.prompt,
    requested_model: base.engine,
  });
  assert.equal((await engine.ask(request)).text, simulateAnswer(base).text);
  assert.equal((await engine.ask(request)).text, simulateAnswer({ ...base, sample: 2 }).text);
});

test("every fault it can make is a failure of the right kind", async (t) => {
  const expected = {
    rate_limited: "wait",
    rate_limited_told: "wait",
    quota: "quota",
    overloaded: "retry",
    unavailable: "retry",
    truncated: "timeout_after_send",
    slow: "timeout_after_send",
    reset: "retry",
  } as const;
  for (const [kind, failure] of Object.entries(expected)) {
    const kinds = [kind as keyof typeof expected] as const;
    const server = await startSimulatedServer({ seed: "s", faults: { rate: 1, kinds } });
    t.after(server.close);
    const request = makeRequest(server.base_url, { timeout_seconds: 0.5 });
    const error: unknown = await engine.ask(request).catch((caught: unknown) => caught);
    assert.ok(error instanceof EngineFailure, kind);
    assert.equal(error.kind, failure, kind);
    if (kind === "rate_limited_told") assert.equal(error.retry_after_seconds, 1);
  }
});

test("faults come at about the rate asked for, the same ones for the same seed", async () => {
  const run = async () => {
    const faults = { rate: 0.2, kinds: ["overloaded"] as const };
    const server = await startSimulatedServer({ seed: "s", faults });
    let outcome = "";
    for (let count = 0; count < 100; count += 1) {
      const answer = engine.ask(makeRequest(server.base_url));
      outcome += await answer.then(
        () => ".",
        () => "x",
      );
    }
    await server.close();
    return outcome;
  };
  const outcome = await run();
  const failed = outcome.replaceAll(".", "").length;
  assert.ok(failed >= 8 && failed <= 35, String(failed));
  assert.equal(await run(), outcome);
});
