import assert from "node:assert/strict";
import { test } from "node:test";
import { makeLaterWorld, type VendorCall } from "../../../../test/kit/later-vendor.ts";

/** A world whose vendor says what `say` says, with what is logged of its questions. */
async function makeCase(provider: string, say: (call: VendorCall) => unknown) {
  const state = { say };
  const serve = (call: VendorCall) => void state.say(call);
  const made = await makeLaterWorld({ provider, prompts: 1, serve, parameters: { batch: true } });
  const logged: unknown[] = [];
  const { log } = made.world.base;
  const info = (fields: Record<string, unknown>, message: string) =>
    message.startsWith("capture") && logged.push([message, fields["provider"], fields["outcome"]]);
  made.world.base.log = { ...log, info };
  /** Works `seconds` later; what is logged meanwhile. */
  const next = async (seconds: number) => {
    made.advance(seconds);
    await made.drain();
    return logged.splice(0);
  };
  return { ...made, state, next };
}

const CLORO = "cloro_chatgpt";
const HANDED = ["capture", CLORO, "submitted"];
const cameLater = (outcome: string, provider = CLORO) => ["capture later", provider, outcome];
/** A task of Cloro that is taken, and ends in this way. */
const cloro =
  (status: string, response: object) =>
  ({ method, json }: VendorCall) =>
    method === "POST"
      ? json({ success: true, task: { id: "task-1", status: "QUEUED" } })
      : json({ task: { id: "task-1", status }, response });
const refuse =
  (status: number) =>
  ({ json }: VendorCall) =>
    json({ message: "no" }, status);

test("what came of a question is logged once: to be asked again, and answered", async () => {
  const { state, next } = await makeCase(CLORO, cloro("FAILED", { error: "blocked" }));
  assert.deepEqual(await next(0), [HANDED]);
  assert.deepEqual(await next(10), [cameLater("retry")]);
  state.say = cloro("COMPLETED", { text: "Acme.", sources: [] });
  assert.deepEqual(await next(120), [HANDED]);
  assert.deepEqual(await next(10), [cameLater("answered")]);
});

test("a failure is logged of a question that is refused at once, lost by its provider, or too long", async () => {
  const refused = await makeCase(CLORO, refuse(422));
  assert.deepEqual(await refused.next(0), [cameLater("permanent")]);

  const lost = await makeCase(CLORO, cloro("QUEUED", {}));
  assert.deepEqual(await lost.next(0), [HANDED]);
  lost.state.say = refuse(404);
  assert.deepEqual(await lost.next(661), [cameLater("permanent")]);

  const long = await makeCase("dataforseo_chatgpt", refuse(500));
  await long.query("update prompts set text = repeat('long ', 101) where project_id = $1");
  assert.deepEqual(await long.next(0), [cameLater("permanent", "dataforseo_chatgpt")]);
});
