import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { answerOf, type Line, makeBatchWorld } from "../../../../test/kit/batch-world.ts";
import { updateTarget } from "../targets/update-target.ts";

const KNOWN = `select failure_streak, paused_until, last_success_at, measured, costliest_micros::int as costliest
  from capture_targets where project_id = $1`;
const NOTHING = {
  ...{ failure_streak: 0, paused_until: null, last_success_at: null },
  ...{ measured: {}, costliest: 0 },
};

/** A batch of two questions that comes back after its assistant was changed. */
async function comeBackAfter(
  change: { requested_model?: string; api_key?: string },
  write: (lines: Line[]) => object[],
) {
  const { world, state, statuses, query, drain, advance } = await makeBatchWorld(2);
  state.status = "in_progress";
  await drain();
  await run(updateTarget, world.context(), { model_id: "mdl_later", ...change });
  Object.assign(state, { status: "completed", write });
  advance(3_600);
  await drain();
  return { statuses: await statuses(), known: (await query(KNOWN))[0] };
}

const refuse = ({ custom_id }: Line, status_code: number, message: string) => ({
  custom_id,
  response: { status_code, body: { error: { message } } },
  error: null,
});

test("answers that come after their assistant was given another model tell nothing of it", async () => {
  const { statuses, known } = await comeBackAfter({ requested_model: "gpt-5.4-mini" }, (lines) =>
    lines.map(answerOf),
  );
  assert.deepEqual([statuses, known], [["done", "done"], NOTHING]);
});

for (const [what, change, status, message] of [
  ["model", { requested_model: "gpt-5.4-mini" }, 404, "The model does not exist."],
  ["key", { api_key: "sk-another-0123456789" }, 429, "insufficient_quota"],
] as const) {
  test(`failures that come after their assistant was given another ${what} do not pause it`, async () => {
    const { statuses, known } = await comeBackAfter(change, (lines) =>
      lines.map((line) => refuse(line, status, message)),
    );
    assert.deepEqual([statuses, known], [["queued", "queued"], NOTHING]);
  });
}

test("answers that come after only the name of their assistant was changed tell of it", async () => {
  const { known } = await comeBackAfter({}, (lines) => lines.map(answerOf));
  assert.deepEqual([known.measured.answers, known.costliest > 0], [2, true]);
});
