import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { readSavedCsv } from "./saved-csv.ts";
import { enter } from "./sign-in.ts";

test("files of answers have as many rows as their button says, answers to archived prompts among them", {
  skip,
}, async () => {
  const world = await makeWorld();
  const server = await startServer(world, { DASHBOARD: "on", WORKER: "off" });
  const lines = ["Which boots last?", "Which boots are warm?"].map((prompt) => ({
    ...{ captured_at: "2026-03-02T10:00:00Z", prompt, model: "ChatGPT", answer: "Acme." },
    ...{ sources: [{ url: "https://boots.example/" }], search_queries: ["durable boots"] },
  }));
  await world.rest("POST", "/chats/import", lines.map((line) => JSON.stringify(line)).join("\n"));
  const { body } = await world.rest("GET", "/prompts");
  await world.rest("POST", "/prompts/archive", { prompt_ids: [body.data[0].id] });
  const { page, problems } = await enter(server, await addUser(world), WIDE);
  const days = "from=2026-03-01&to=2026-03-31";
  await page.goto(`${server.origin}/projects/${world.project.id}/settings?tab=exports&${days}`);
  await page.getByRole("link", { name: "Save answers: 2 rows" }).waitFor();
  const rows = { answers: 2, mentions: 2, citations: 2, searches: 2, "brand report": 1 };
  for (const [file, count] of Object.entries(rows)) {
    const saved = page.waitForEvent("download");
    await page.getByRole("link", { name: `Save ${file}` }).click();
    const [, ...found] = (await readSavedCsv(saved)).trimEnd().split("\r\n");
    assert.equal(found.length, count, file);
  }
  assert.deepEqual(problems, []);
});
