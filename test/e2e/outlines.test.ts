import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { makeBoots } from "./boots-project.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";

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
