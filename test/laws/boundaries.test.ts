import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";

const FILES = globSync(["src/**/*.ts", "web/**/*.{ts,tsx}"])
  .filter((file) => !file.startsWith("web/dist"))
  .sort();
const CODE = FILES.filter((file) => !file.endsWith(".test.ts"));
const SLICES = JSON.parse(readFileSync("src/domain/slices.json", "utf8")) as {
  line: string[][];
};
const read = (file: string) => readFileSync(file, "utf8");

/** The files of ours and the packages that a file imports, types apart from what runs. */
function importsOf(file: string): { target: string; isType: boolean }[] {
  const pattern = /^(?:import|export)\s+(type\s)?[^"';]*?from\s+"([^"]+)"|^import\s+()"([^"]+)"/gm;
  return [...read(file).matchAll(pattern)].map(([, type, from, , bare]) => {
    const target = (from ?? bare ?? "").replace(/^#/, "src/");
    const path = target.startsWith(".") ? normalize(join(dirname(file), target)) : target;
    return { target: path, isType: type !== undefined };
  });
}

/** Slices in a line: each may import the nouns and queries of those before it. */
const LINE = SLICES.line;
const rank = (slice: string) => LINE.findIndex((names) => names.includes(slice));

/**
 * A leaf: an operation or a job. Nothing of the domain depends on it, so that it may use the nouns and queries of any
 * slice; what others import keeps to the line.
 */
function isLeaf(file: string): boolean {
  return /= (operation|job|upkeep)\(\{/.test(read(file));
}

function problemOf(file: string, target: string, isType: boolean): string | null {
  // The dashboard knows the server by its types and its calls.
  if (file.startsWith("web/")) {
    return isType || !/^src\b|^#/.test(target) ? null : `${file} imports ${target}`;
  }
  const [, from = "", slice = ""] = file.split("/");
  const [root, to = "", other = ""] = target.split("/");
  const isOurs = root === "src";
  const may = (allowed: boolean) => (allowed ? null : `${file} imports ${target}`);
  if (from === "core") return may(isOurs ? to === "core" : !/^(hono|pg$)/.test(target));
  if (from === "adapters") return may(!isOurs || to === "core" || to === "adapters");
  if (from === "transports") {
    const isShared = to === "transports" && (other === slice || other === "shared");
    return may(!isOurs ? target !== "kysely" : to === "core" || to === "domain" || isShared);
  }
  if (from !== "domain") return null;
  if (!isOurs) return may(!/^(hono|@hono)/.test(target));
  if (to === "core" || (to === "domain" && other === slice)) return null;
  if (to !== "domain") return may(false);
  if (isType) return null;
  if (rank(slice) < 0) return `${slice} is not in the line of slices`;
  return may(rank(other) >= 0 && (isLeaf(file) || rank(other) < rank(slice)) && !isLeaf(target));
}

test("imports follow the table: core alone, slices in line, doors apart, adapters on their own", () => {
  let seen = 0;
  const problems: string[] = [];
  for (const file of CODE) {
    for (const { target, isType } of importsOf(file)) {
      seen++;
      const problem = problemOf(file, target, isType);
      if (problem) problems.push(problem);
    }
  }
  assert.ok(seen > 200, `only ${seen} imports seen: the pattern no longer reads them`);
  assert.deepEqual(problems, []);
});

/** True for a file that uses a slice which is not before its own in the line. */
function reachesUp(file: string): boolean {
  const [, , slice = ""] = file.split("/");
  return importsOf(file).some(({ target, isType }) => {
    const [, to, other = ""] = target.split("/");
    return !isType && to === "domain" && other !== slice && rank(other) >= rank(slice);
  });
}

test("nothing in the domain depends on a leaf that reaches up the line, but leaves of its own slice", () => {
  const problems = CODE.filter((file) => file.startsWith("src/domain/")).flatMap((file) =>
    importsOf(file)
      .filter(({ target, isType }) => !isType && /^src\/domain\//.test(target) && isLeaf(target))
      .filter(({ target }) => reachesUp(target) && !isLeaf(file))
      .map(({ target }) => `${file} depends on ${target}`),
  );
  assert.deepEqual(problems, []);
  assert.ok(CODE.some((file) => isLeaf(file) && reachesUp(file)));
});

test("the import table notices what it forbids", () => {
  for (const [file, target] of [
    ["src/core/run.ts", "src/domain/brands/brand.ts"],
    ["src/domain/projects/project.ts", "src/domain/brands/brand.ts"],
    ["src/domain/labels/label.ts", "src/domain/projects/update-project.ts"],
    ["src/domain/brands/brand.ts", "hono"],
    ["src/transports/rest/rest.ts", "src/adapters/limiter.ts"],
    ["src/adapters/limiter.ts", "src/transports/shared/rate-limit.ts"],
    ["web/call.ts", "src/catalog.ts"],
  ] as const) {
    assert.notEqual(problemOf(file, target, false), null, `${file} -> ${target}`);
  }
});

test("the environment is read in one file", () => {
  const readers = CODE.filter((file) => /process\.env\b/.test(read(file)));
  assert.deepEqual(readers, ["src/config.ts"]);
});

const CORE_LINES_MAX = 1_080;
const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 70;
/** Markup is long before it is deep. */
const MARKUP_LINES_MAX = 100;
/** Lists, not logic. */
const LISTS = /common-words|stop-words|lexicon|catalog\.ts|simulated/;

test("core stays small", () => {
  const written = CODE.filter((file) => /^src\/core\//.test(file));
  const lines = written.flatMap((file) =>
    read(file)
      .split("\n")
      .filter((line) => !/^\s*($|\/\/|\/\*|\*)/.test(line)),
  );
  assert.ok(lines.length <= CORE_LINES_MAX, `core has ${lines.length} lines of code`);
});

test("files and functions stay short, lines narrow", () => {
  const long: string[] = [];
  for (const file of FILES) {
    if (LISTS.test(file)) continue;
    const lines = read(file).split("\n");
    if (lines.length > FILE_LINES_MAX) long.push(`${file} has ${lines.length} lines`);
    let start = -1;
    for (const [index, line] of lines.entries()) {
      if (/^(export )?(default )?(async )?function\b/.test(line)) start = index;
      if (line === "}" && start >= 0) {
        const length = index - start + 1;
        if (length > (file.endsWith(".tsx") ? MARKUP_LINES_MAX : FUNCTION_LINES_MAX))
          long.push(`${file}:${start + 1} has ${length} lines`);
        start = -1;
      }
    }
  }
  assert.deepEqual(long, []);
});
