import assert from "node:assert/strict";
import { test } from "node:test";
import { fillWeeks } from "../../../test/kit/weeks.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { withoutInside } from "./week.ts";
import { weekLetter } from "./week-mail.ts";

// A Monday: the week is 2 to 8 March, the one before 23 February to 1 March.
const now = () => new Date("2026-03-09T09:00:00Z");

test("a week that tells only the first of what changed says how many there are", async () => {
  const world = await makeWorld({ now });
  const sites = Array.from({ length: 12 }, (_, at) => `site-${at}.example`);
  const rivals = Array.from({ length: 9 }, (_, at) => `Rival ${at}`);
  const told = [
    { named: 3, cites: ["old.example", "both.example"] },
    { named: 11, cites: sites },
  ] as const;
  await fillWeeks(world, "2026-02-23", told, ["Globex", ...rivals]);
  const week = (await world.rest("POST", "/reports/week", {})).body;
  const compared = { branded: "exclude", compare: "previous_period" };
  const report = await world.rest("POST", "/reports/brands", {
    ...{ date_from: "2026-03-02", date_to: "2026-03-08", ...compared },
  });
  const certain = report.body.data.flatMap(
    ({ change }: { change: Record<string, { significant: boolean }> }) =>
      ["visibility", "share_of_voice", "position", "sentiment"].filter(
        (name) => change[name]?.significant,
      ),
  );
  assert.ok(certain.length > 12);
  assert.deepEqual([week.changes.length, week.change_count], [12, certain.length]);
  assert.deepEqual([week.parts.length, week.part_count], [2, 2]);
  assert.deepEqual([week.sources.length, week.source_count], [10, 14]);
  const { parts, part_count } = withoutInside(week);
  assert.deepEqual([parts, part_count], [[], 0]);
  const about = { project_name: "Acme", url: "https://earshot.example", unsubscribe: "" };
  const of = { ...about, left_out: 2 };
  const { sections } = weekLetter({ ...week, part_count: 5 }, of).letter;
  const [changed, sources] = sections.map(({ lines }) => lines);
  assert.deepEqual(changed?.slice(12, 13), [`And ${certain.length - 12} more changes of brands.`]);
  assert.equal(changed?.at(-1), "And 3 more changes of assistants, topics, countries and prompts.");
  assert.equal(sources?.at(-1), "And 4 more.");
  // Where all are told, nothing is said of more.
  const all = { change_count: 12, part_count: 2, source_count: 10 };
  const few = weekLetter({ ...week, ...all }, of).letter;
  assert.doesNotMatch(JSON.stringify(few.sections), /And \d+ more/);
  assert.ok(few.opening.includes("2 prompts that name your brand are left out."));
  assert.doesNotMatch(
    weekLetter(week, { ...about, left_out: 0 }).letter.opening.join(),
    /left out/,
  );
});
