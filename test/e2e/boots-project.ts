import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { type RealServer, startServer } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld, type World } from "../kit/world.ts";
import { settled } from "./wait-until.ts";

export const DAYS = 20;
export const GAP_SITES = 25;
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);
export const range = { date_from: addDays(yesterday, 1 - DAYS), date_to: yesterday };
const newVersion = addDays(yesterday, -5);

export type Row = Record<string, number> & { brand: { id: string; name: string }; domain: string };
export type Boots = { world: World; server: RealServer };

/**
 * A project on boots with a server: two assistants, asked on the last twenty days. Answers without Acme cite 25 sites
 * that those with it do not; every answer reads a site that no other does.
 */
export async function makeBoots(): Promise<Boots> {
  const world = await makeWorld();
  for (const name of ["Borealis", "Cumulus"]) await world.rest("POST", "/brands", { name });
  const pages = (names: string[]) =>
    names.map((name) => ({ url: `https://${name}.example/boots` }));
  const gaps = pages(Array.from({ length: GAP_SITES }, (_, n) => `gap${n}`));
  const lines = Array.from({ length: DAYS }, (_, n) => {
    const day = addDays(range.date_from, n);
    const own = { url: `https://chatgpt${n}.example/boots`, retrieved: true, cited: n % 2 === 0 };
    const chatgpt = {
      captured_at: `${day}T10:00:00Z`,
      ...{ prompt: "Which boots last longest?", model: "ChatGPT" },
      served_model: day < newVersion ? "gpt-one" : "gpt-two",
      answer: n % 4 === 0 ? "Borealis, then Cumulus." : "Acme is excellent. Borealis is fine.",
      sources: n % 4 === 0 ? [own, ...gaps] : [own, { url: "https://acme.com/boots" }],
    };
    const claude = {
      captured_at: `${day}T11:00:00Z`,
      ...{ prompt: "Which boots are waterproof?", model: "Claude" },
      answer: n % 2 === 0 ? "Cumulus, and Summit Line." : "Summit Line alone.",
      sources: [...pages([`claude${n}`]), ...(n % 2 === 0 ? gaps : [])],
    };
    return [chatgpt, claude];
  }).flat();
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  assert.equal((await world.rest("POST", "/chats/import", text)).body.imported, 2 * DAYS);
  const server = await startServer(world, { DASHBOARD: "on" });
  // Once they are, pages that know of it ask anew.
  await waitFor("answers are read for the brands", async () => {
    const { body } = await world.rest("GET", "/brands");
    return body.data.every(({ status }: { status: string }) => status !== "recalculating");
  });
  return { world, server };
}

/** A report over the days of the answers. */
export async function report(
  { world }: Boots,
  kind: "brands" | "domains",
  query: Record<string, unknown> = {},
): Promise<{ data: Row[]; total_count: number }> {
  const { status, body } = await world.rest("POST", `/reports/${kind}`, { ...range, ...query });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Opens a page of the project for the days of the answers, and waits until it has what it asked for. */
export async function visit(
  page: Page,
  { world, server }: Boots,
  { path, search = "" }: { path: string; search?: string },
): Promise<void> {
  const { date_from, date_to } = range;
  const address = `${server.origin}/projects/${world.project.id}${path}`;
  const more = new URLSearchParams(search);
  const [bare = "", own] = address.split("?");
  const asked = new URLSearchParams({ from: date_from, to: date_to });
  for (const [name, value] of [...new URLSearchParams(own), ...more]) asked.set(name, value);
  await page.goto(`${bare}?${asked}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
}

/** The part of an address that narrows a page to one model. */
export const only = (model: string) => `&model=${encodeURIComponent(JSON.stringify([model]))}`;

/** The part that narrows it to answers that mention a rival and not the own brand. */
export const withoutOwn = (rival: string, own: string) =>
  `&mentioned=${encodeURIComponent(JSON.stringify([rival]))}&not_mentioned=${encodeURIComponent(JSON.stringify([own]))}`;

/** A share as pages show it. */
export const percent = (value: number | undefined) => `${((value ?? 0) * 100).toFixed(1)}\u00A0%`;
