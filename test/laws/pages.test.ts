import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { PROVIDERS } from "#adapters/engines/registry.ts";
import { FILTER_NAMES } from "#domain/sums/answer-scope.ts";
import { makeProgram } from "../../src/commands/run-command.ts";
import { SETTINGS } from "../../src/config.ts";

const read = (page: string) => readFileSync(page, "utf8");
/** What stands under a heading of a page. */
function section(page: string, heading: string): string {
  const [, text = ""] = read(page).split(`\n${heading}\n`);
  return text.split(/^#/m, 1)[0] ?? "";
}

test("every row of a table is in one: none is shown as text", () => {
  const pages = globSync(["*.md", "docs/*.md", "clients/*/*.md", "clients/skill/*/*.md"]);
  const lost = pages.flatMap((page) => {
    const lines = read(page).split("\n");
    const isRow = (index: number) => lines[index]?.startsWith("|") === true;
    const isHead = (index: number) => /^\|[-:| ]+\|$/.test(lines[index + 1] ?? "");
    return lines
      .filter((_, index) => isRow(index) && !isRow(index - 1) && !isHead(index))
      .map((line) => `${page}: ${line}`);
  });
  assert.deepEqual(lost, []);
});

test("each bold-led entry of the changelog is a paragraph of its own", () => {
  const glued = read("CHANGELOG.md").match(/^(?!## ).+\n\*\*.*$/gm) ?? [];
  assert.deepEqual(glued, []);
});

test("docs/self-hosting.md names every command, and a table of a page every setting", () => {
  const commands = section("docs/self-hosting.md", "## Commands");
  const names = makeProgram().commands.map((command) => command.name());
  assert.deepEqual(
    names.filter((name) => !commands.includes(`\`${name}\``)),
    [],
  );
  const rows = ["docs/self-hosting.md", "docs/identity.md"].flatMap((page) =>
    section(page, "## Settings")
      .split("\n")
      .map((line) => line.split("|")[1] ?? ""),
  );
  assert.deepEqual(
    SETTINGS.filter((name) => !rows.some((row) => row.includes(`\`${name}\``))),
    [],
  );
});

test("docs/export.md names every filter, and docs/engines.md whether each provider's models are listed", () => {
  const filters = section("docs/export.md", "## Which rows");
  assert.deepEqual(
    FILTER_NAMES.filter((name) => !filters.includes(`\`${name}\``)),
    [],
  );
  const listed = section("docs/engines.md", "## Which models a provider has")
    .split("\n")
    .map((line) => line.split("|")[1]?.toLowerCase() ?? "");
  const makers = [...PROVIDERS.values()]
    .map(({ label }) => label.split(/:| \(| server/)[0] ?? "")
    .map((name) => name.replace("Google ", ""));
  assert.deepEqual(
    makers.filter((name) => !listed.some((row) => row.includes(name.toLowerCase()))),
    [],
  );
});
