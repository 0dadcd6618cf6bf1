import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayIn } from "#core/period.ts";
import { lookForSuggestions } from "#domain/suggestions/look-for-suggestions.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { pointAt, skip, WIDE } from "./browser.ts";
import { countBehind } from "./numbers-behind.ts";
import { enter } from "./sign-in.ts";

test("the answers with a suggested name are those that were counted, of all days and prompts", {
  skip,
}, async () => {
  const world = await makeWorld();
  const today = dayIn("UTC", new Date());
  const lines = [0, 12, 45, 70].map((ago) => ({
    ...{ prompt: "Which shoes last?", model: "ChatGPT", answer: "- **Umbra**: grips well." },
    captured_at: `${addDays(today, -ago)}T00:00:00Z`,
  }));
  lines.push({ ...lines[1], prompt: "Is Acme any good?" } as (typeof lines)[number]);
  const text = lines.map((one) => JSON.stringify(one)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 5);
  const actor = { kind: "system", door: "job", access: new Set<never>() } as const;
  await lookForSuggestions({ ...world.base, actor }, world.project);
  const { body } = await world.rest("GET", "/suggestions/brands");
  const [umbra] = body.data;
  const first = addDays(today, -70);
  assert.deepEqual([umbra.name, umbra.chat_count, umbra.first_day], ["Umbra", 5, first]);
  // What other pages look at leaves some out.
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const search = "?range=7d&branded=only&model=mdl_other";
  await page.goto(`${server.origin}/projects/${world.project.id}/suggestions${search}`);
  const link = page
    .getByRole("region", { name: "Umbra", exact: true })
    .getByRole("link", { name: /^Answers with this name since / });
  await pointAt(link, page.getByText("It finds answers that came since the name was counted"));
  // An answer of after the count is in what the link opens, which says so.
  await page.getByText(/ Counted (today at \d\d:\d\d|on .*, \d\d:\d\d)\. Answers with/).waitFor();
  await page.getByText(/, those that came later, too$/).waitFor();
  const href = (await link.getAttribute("href")) ?? "";
  assert.equal(await countBehind(page, href), umbra.chat_count);
  assert.deepEqual(problems, []);
});
