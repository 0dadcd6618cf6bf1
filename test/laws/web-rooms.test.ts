import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const FILES = globSync("web/**/*.{ts,tsx}")
  .filter((file) => !file.startsWith("web/dist"))
  .sort();

/** What each room may import of the others, in addition to itself and the root's tools; a page is a room of its own. */
const MAY: Record<string, readonly string[]> = {
  words: [],
  widgets: ["words"],
  charts: ["words", "widgets", "frame"],
  frame: ["words", "widgets"],
  brands: ["words", "widgets", "charts", "frame"],
  pages: ["words", "widgets", "charts", "frame", "brands"],
  // A page behind a share link is one of the others, for a visitor without an account.
  "pages/shared": [
    ...["words", "widgets", "frame"],
    ...["pages/brands", "pages/overview", "pages/sources", "pages/week"],
  ],
};
const [TOOLS, ROOT] = ["tools", "root"];
/** What of the root every room may use: calls, the scope what is asked and what the browser keeps. */
const TOOL_FILES = /^web\/(call|data|asking|scope|menu-scope|answers-search|here|remember)\.tsx?$/;

function roomOf(file: string): string {
  const [, room = "", page = ""] = file.split("/");
  if (TOOL_FILES.test(file)) return TOOLS;
  if (!(room in MAY)) return ROOT;
  return room === "pages" ? `pages/${page}` : room;
}

function importsOf(file: string): { target: string; isType: boolean }[] {
  const pattern =
    /(?:import|export)\s+(type\s)?[^"';]*?from\s+"(\.[^"]+)"|^import\s+()"(\.[^"]+)"/gm;
  return [...readFileSync(file, "utf8").matchAll(pattern)].map(([, type, from, , bare]) => ({
    target: normalize(join(dirname(file), from ?? bare ?? "")),
    isType: type !== undefined,
  }));
}

function problemOf(file: string, target: string, isType: boolean): string | null {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === ROOT || from === to || to === TOOLS || !target.startsWith("web/")) return null;
  const allowed = from === TOOLS ? ["words"] : (MAY[from] ?? MAY[from.split("/")[0] ?? ""] ?? []);
  const isPageType = isType && from.startsWith("pages/") && to.startsWith("pages/");
  return isPageType || allowed.includes(to) ? null : `${file} imports ${target}`;
}

test("the rooms of the dashboard know only the rooms below them", () => {
  let seen = 0;
  const problems: string[] = [];
  for (const file of FILES) {
    for (const { target, isType } of importsOf(file)) {
      seen++;
      const problem = problemOf(file, target, isType);
      if (problem) problems.push(problem);
    }
  }
  assert.ok(seen > 300, `only ${seen} imports seen: the pattern no longer reads them`);
  assert.deepEqual(problems, []);
});

test("the table of rooms notices what it forbids", () => {
  for (const [file, target, isType] of [
    ["web/words/tone.tsx", "web/widgets/panel.tsx", false],
    ["web/widgets/panel.tsx", "web/brands/brand-chips.tsx", false],
    ["web/frame/frame.tsx", "web/pages/brands/brands.tsx", true],
    ["web/pages/brands/brands.tsx", "web/pages/models/models.tsx", false],
  ] as const) {
    assert.notEqual(problemOf(file, target, isType), null, `${file} -> ${target}`);
  }
});

test("no files of the dashboard import each other in a circle, not even for types", () => {
  const edges = new Map(FILES.map((file) => [file, importsOf(file).map(({ target }) => target)]));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, trail: readonly string[]) => {
    if (trail.includes(file)) circles.push([...trail.slice(trail.indexOf(file)), file].join(" > "));
    if (done.has(file) || trail.includes(file)) return;
    for (const target of edges.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of FILES) visit(file, []);
  assert.deepEqual(circles, []);
});
