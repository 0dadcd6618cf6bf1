import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CallFailure,
  call,
  isWorthAnother,
  namesOfCalls,
  waitBefore,
  whenAskedOnceMore,
} from "./call.ts";

test("a reading is asked again twice where that may help, when the server says so", () => {
  const busy = new CallFailure(429, "RATE_LIMIT_EXCEEDED", "Too many reports.", { retry_after: 5 });
  const away = new CallFailure(0, "UNREACHABLE", "The server does not answer.");
  const refused = new CallFailure(403, "FORBIDDEN", "Not yours.");
  const window = new CallFailure(429, "RATE_LIMIT_EXCEEDED", "Over 200 requests.", {
    retry_after: 50,
  });
  const again = (error: Error) => [0, 1, 2].map((count) => isWorthAnother(count, error));
  assert.deepEqual(again(busy), [true, true, false]);
  assert.deepEqual(again(away), [true, true, false]);
  assert.deepEqual(again(refused), [false, false, false]);
  assert.deepEqual(again(window), [false, false, false]);
  assert.equal(waitBefore(1, busy), 5_000);
  assert.deepEqual([waitBefore(0, away), waitBefore(1, away)], [1_000, 2_000]);
});

test("calls that want the password at once are all answered by one question", async (t) => {
  let isConfirmed = false;
  t.mock.method(globalThis, "fetch", async () =>
    isConfirmed
      ? Response.json({ data: [] })
      : Response.json(
          { error: { code: "PASSWORD_REQUIRED", message: "Once more." } },
          { status: 403 },
        ),
  );
  const answers: ((isGiven: boolean) => void)[] = [];
  whenAskedOnceMore(() => new Promise((answer) => answers.push(answer)));
  const both = () => Promise.allSettled([call("get_me", {}), call("list_projects", {})]);
  const turn = () => new Promise((done) => setImmediate(done));
  const states = async (isGiven: boolean) => {
    const asked = both();
    await turn();
    assert.equal(answers.length, 1);
    isConfirmed = isGiven;
    answers.pop()?.(isGiven);
    return (await asked).map(({ status }) => status);
  };
  assert.deepEqual(await states(false), ["rejected", "rejected"]);
  assert.deepEqual(await states(true), ["fulfilled", "fulfilled"]);
});

test("a call of a dialog has one name for one input, and another in another dialog", () => {
  const [nameOf, other] = [namesOfCalls(), namesOfCalls()];
  const [one, two] = [nameOf({ samples: 1 }), nameOf({ samples: 2 })];
  assert.deepEqual([nameOf({ samples: 1 }), nameOf({ samples: 2 })], [one, two]);
  assert.equal(new Set([one, two, other({ samples: 1 })]).size, 3);
  assert.match(one, /^[\x21-\x7e]{1,255}$/);
});
