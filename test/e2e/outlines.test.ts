import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { makeBoots } from "./boots-project.ts";
import { skip, WIDE } from "./browser.ts";
import { makeDemo } from "./made-demo.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const PAGES = [
  ...["", "/week", "/brands", "/prompts", "/changes", "/changes?view=movers", "/compare"],
  ...["/answers", "/sources", "/sources?tab=unclassified", "/actions"],
  ...["/models", "/runs", "/prompts?tab=topics"],
];

/** How many lines of an outline stand on the bare ground. */
const BARE = `[...document.querySelectorAll("#content .mantine-Skeleton-root")]
  .filter((one) => !one.closest(".panel")).length`;

test("while a page asks for its numbers, their outline stands in cards as they will", {
  skip,
}, async () => {
  const { world, server } = await makeBoots();
  const { page } = await enter(server, await addUser(world), WIDE);
  // What the frame asks for is answered, so that pages are there; nothing else is.
  await page.route(/\/app\/call\/(?!get_me|get_project$|list_projects)/, () => {});
  const found: Record<string, unknown> = {};
  for (const path of PAGES) {
    await page.goto(`${server.origin}/projects/${world.project.id}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("#content .panel .mantine-Skeleton-root").first().waitFor();
    const bare = await page.evaluate(BARE);
    if (bare !== 0) found[path] = bare;
  }
  assert.deepEqual(found, {});
});

/** Of how much of a window moved how far, that nobody pressed anything for: below 0.1 is good, says web.dev of it. */
const SHIFT_MAX = 0.05;

test("while the overview loads its cards keep their places", { skip }, async () => {
  const { user, server, at } = await makeDemo({ days: 40 });
  const { page } = await enter(server, user, WIDE);
  await page.addInitScript(`globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries())
        if (!hadRecentInput) shifts.push([value, sources.map(({ node }) => node?.textContent?.slice(0, 40))]);
    }).observe({ type: "layout-shift", buffered: true });`);
  // Names of assistants, which decide what stands beside the map, and what is told below it come last.
  const LATE = [
    ["list_models", 900],
    ["list_actions", 600],
    ["list_topics", 300],
  ] as const;
  for (const [name, late] of [["none", 0] as const, ...LATE]) {
    await page.route(`**/app/call/${name}`, async (route) => {
      await new Promise((done) => setTimeout(done, late));
      await route.continue();
    });
    await page.goto(at);
    await page.getByRole("table", { name: "By assistant and topic" }).waitFor();
    await settled(page);
    const shifts = (await page.evaluate("shifts")) as [number, string[]][];
    const sum = shifts.reduce((all, [value]) => all + value, 0);
    assert.ok(sum < SHIFT_MAX, `${name} late: ${sum} of ${JSON.stringify(shifts)}`);
    await page.unroute(`**/app/call/${name}`);
  }
});
