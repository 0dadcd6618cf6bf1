import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { addDays } from "#core/period.ts";
import { addUser } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";
import { skip, WIDE } from "./browser.ts";
import { enter } from "./sign-in.ts";
import { settled } from "./wait-until.ts";

const DAYS = 16;
const BRANDS = 60;
const MODELS = 12;
const WIDTHS = [390, 820, 1280, 1440, 2560];
const LONG = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenhersteller";
const NAMES = [
  LONG,
  "شركة الأحذية المتينة للجبال",
  "חברת הנעליים",
  "<b>Bold & Söhne</b>",
  "宇宙靴店",
];
const yesterday = addDays(new Date().toISOString().slice(0, 10), -1);

/** Sixty brands and twelve assistants with names that are long, cannot be broken or run from the right. */
async function makeHostile() {
  const world = await makeWorld();
  const names = [
    ...NAMES,
    ...Array.from({ length: BRANDS - 1 - NAMES.length }, (_, at) => `Rival number ${at + 1}`),
  ];
  for (const name of names) {
    const made = await world.rest("POST", "/brands", { name });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  }
  const topic = await world.rest("POST", "/topics", { name: LONG.slice(0, 64) });
  const texts = [
    `Which boots last? ${LONG}${LONG}${LONG}`,
    "ما هي أفضل الأحذية لتسلق الجبال في فصل الشتاء؟",
    "Which boots are waterproof?",
    "And which are light?",
  ];
  const given = texts.map((text, at) => ({
    ...{ text, country_code: "US" },
    ...(at < 2 && { topic_id: topic.body.id }),
  }));
  assert.equal((await world.rest("POST", "/prompts", { prompts: given })).status, 201);
  const lines = Array.from({ length: DAYS * texts.length * MODELS }, (_, at) => {
    const model = at % MODELS;
    const prompt = Math.floor(at / MODELS) % texts.length;
    const day = Math.floor(at / MODELS / texts.length);
    const named = names.filter((_, index) => (index + at + prompt) % 7 === 0 || index === prompt);
    const url = `https://${LONG.slice(0, 60).replaceAll("ä", "a").toLowerCase()}.example/${LONG}/${at % 5}`;
    return JSON.stringify({
      captured_at: `${addDays(yesterday, -day)}T10:00:00Z`,
      ...{ prompt: texts[prompt], country_code: "US" },
      model: `${model === 0 ? LONG.slice(0, 50) : "Assistant"} ${model}`,
      answer: `${at % 3 === 0 ? "Acme is good. " : ""}${named.join(". ")}.`,
      sources: [
        { url, cited: true },
        { url: "https://acme.com/a", cited: at % 2 === 0 },
      ],
    });
  });
  const imported = await world.rest("POST", "/chats/import", lines.join("\n"));
  assert.equal(imported.body.imported, lines.length, JSON.stringify(imported.body).slice(0, 400));
  return { world, server: await startServer(world, { DASHBOARD: "on", WORKER: "off" }) };
}

const hostile = skip ? undefined : await makeHostile();
const owner = hostile && (await addUser(hostile.world));

/**
 * What sticks out of its card or the window, what of two texts stands on the other, what is cut without a hint, and
 * what word is broken that has room on a line.
 * What scrolls by itself, or is cut with a title, is as it should be.
 */
const FAULTS = `(() => {
  const faults = [];
  const SHORT = 12;
  const about = (node) => (node.textContent ?? "").trim().slice(0, 60);
  const clips = (one) => {
    const { overflowX, overflowY } = getComputedStyle(one);
    return overflowX !== "visible" || overflowY !== "visible";
  };
  /** The part of a box that is seen: what elements around it that clip leave. */
  const seen = (box, node) => {
    let { left, right, top, bottom } = box;
    for (let one = node; one && one !== document.body; one = one.parentElement) {
      if (!clips(one)) continue;
      const by = one.getBoundingClientRect();
      left = Math.max(left, by.left); right = Math.min(right, by.right);
      top = Math.max(top, by.top); bottom = Math.min(bottom, by.bottom);
    }
    return { left, right, top, bottom };
  };
  const isHidden = (one) => {
    const style = getComputedStyle(one);
    return style.visibility !== "visible" || style.clipPath !== "none" || one.closest("[inert], .visually-hidden") !== null;
  };
  if (document.documentElement.scrollWidth > innerWidth) {
    for (const one of document.querySelectorAll("body *")) {
      const box = one.getBoundingClientRect();
      if (seen(box, one.parentElement).right > innerWidth + 1 && !isHidden(one))
        faults.push("out of the window: " + one.className + " " + about(one).slice(0, 30));
    }
  }
  for (const box of document.querySelectorAll(".scroll:has(> table.cards)")) {
    if (box.scrollWidth > box.clientWidth) faults.push("columns at the side: " + box.getAttribute("aria-label"));
  }
  const cards = [...document.querySelectorAll("#content .panel")];
  for (const card of cards) {
    const edge = card.getBoundingClientRect();
    const texts = [];
    const walker = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const parent = text.parentElement;
      if (!text.data.trim() || isHidden(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const box of range.getClientRects()) {
        const { left, right, top, bottom } = seen(box, parent);
        if (right - left < 1 || bottom - top < 1) continue;
        if (left < edge.left - 1 || right > edge.right + 1 || top < edge.top - 1 || bottom > edge.bottom + 1)
          faults.push("out of its card: " + about(text));
        texts.push({ text, left, right, top, bottom });
      }
      for (const { 0: word, index } of text.data.matchAll(/(?<!\\S)[\\p{L}\\p{N}]+(?!\\S)/gu)) {
        if (word.length > SHORT) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) faults.push("a short word broken: " + word + " of " + about(text));
      }
    }
    texts.sort((a, b) => a.top - b.top);
    for (const [at, one] of texts.entries()) {
      for (let next = at + 1; next < texts.length && texts[next].top < one.bottom - 3; next++) {
        const other = texts[next];
        if (other.text === one.text) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        if (wide > 2 && high > 4) faults.push("on each other: " + about(one.text) + " | " + about(other.text));
      }
    }
    for (const one of card.querySelectorAll("*")) {
      const style = getComputedStyle(one);
      const isCut = style.textOverflow === "ellipsis" && one.scrollWidth > one.clientWidth + 1 && clips(one);
      const isShort = style.webkitLineClamp !== "none" && one.scrollHeight > one.clientHeight + 2;
      if ((isCut || isShort) && !one.closest("[title], input, button, .mantine-Badge-root"))
        faults.push("cut without a hint: " + about(one));
    }
  }
  return [...new Set(faults)].slice(0, 12);
})()`;

/** How long each bar of a page is drawn, over the share that it stands for. */
const SCALES = `[...document.querySelectorAll('#content svg[aria-label*=", interval "]')].flatMap((bar) => {
  const share = Number.parseFloat(bar.getAttribute("aria-label"));
  const drawn = [...bar.querySelectorAll("rect")].at(-1)?.getBoundingClientRect().width ?? 0;
  const { width } = bar.getBoundingClientRect();
  return share >= 3 && width > 0 ? [(drawn / width / share) * 100] : [];
})`;

async function pathsOf(): Promise<string[]> {
  assert(hostile);
  const { rest } = hostile.world;
  const [prompts, brands, chats] = [
    await rest("GET", "/prompts"),
    await rest("GET", "/brands?limit=1000"),
    await rest("GET", "/chats?limit=1"),
  ];
  const long = brands.body.data.find(({ name }: { name: string }) => name === LONG);
  return [
    ...["", "/brands", `/brands/${long.id}`, "/prompts", `/prompts/${prompts.body.data[0].id}`],
    ...["/answers", `/answers/${chats.body.data[0].id}`, "/sources", "/sources?tab=pages"],
    ...["/changes", "/changes?view=movers", "/changes?view=movers&kind=pages"],
    ...[`/compare?other=${long.id}`, "/models", "/runs", "/suggestions"],
  ];
}

async function visit(page: Page, path: string): Promise<void> {
  assert(hostile);
  const days = `from=${addDays(yesterday, -7)}&to=${yesterday}`;
  const address = `/projects/${hostile.world.project.id}${path}${path.includes("?") ? "&" : "?"}${days}`;
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(address)})`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
}

test("nothing of any page lies on another, sticks out of its card or is cut without a hint, from a phone to a wall", {
  skip,
}, async () => {
  assert(hostile && owner);
  const { page, problems } = await enter(hostile.server, owner, WIDE);
  await page.goto(`${hostile.server.origin}/projects/${hostile.world.project.id}`);
  const found: Record<string, unknown> = {};
  for (const path of await pathsOf()) {
    await visit(page, path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      const faults = (await page.evaluate(FAULTS)) as string[];
      if (faults.length > 0) found[`${path} at ${width}`] = faults;
    }
  }
  assert.deepEqual(found, {});
  assert.deepEqual(problems, []);
});

test("all bars of a page have one scale", { skip }, async () => {
  assert(hostile && owner);
  const { page } = await enter(hostile.server, owner, WIDE);
  await page.goto(`${hostile.server.origin}/projects/${hostile.world.project.id}`);
  for (const path of await pathsOf()) {
    await visit(page, path);
    const scales = (await page.evaluate(SCALES)) as number[];
    if (scales.length === 0) continue;
    const [least, most] = [Math.min(...scales), Math.max(...scales)];
    assert.ok(most / least < 1.05, `${path}: ${least} to ${most} of ${scales.length} bars`);
  }
});
