import { globSync } from "node:fs";

const WITHOUT_BROWSER = [
  "src/**/*.test.ts",
  "web/**/*.test.ts",
  "test/{laws,processes,kit}/**/*.test.ts",
];
const IN_BROWSER = ["test/e2e/**/*.test.ts"];

/** Our tests below a folder; other people's packages bring their own, which are not for us to run. */
export function listTests(folder: string): { browser: string[]; others: string[] } {
  const list = (patterns: string[]) =>
    globSync(patterns, { cwd: folder, exclude: isForeign }).sort();
  return { browser: list(IN_BROWSER), others: list(WITHOUT_BROWSER) };
}

const isForeign = (path: string) => /(^|[\\/])node_modules([\\/]|$)/.test(path);
