import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { type Look, NARROW, showAs, WIDE } from "./browser.ts";
import { settled } from "./wait-until.ts";

const PICTURES = process.env["EARSHOT_PICTURES"];
/** Half of what its usual file is: each page that was loaded reads it. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

/**
 * Asserts that a page fits its width and that axe finds nothing; with EARSHOT_PICTURES it leaves a picture there.
 * `opened`: the role of what lies above the page; then that alone is looked at, since the page has been.
 */
export async function look(
  page: Page,
  name: string,
  { width, dark, opened }: Look & { opened?: string },
): Promise<void> {
  // Where the last click was, something else may be now, and react to the mouse.
  await page.mouse.move(0, 0);
  await page.getByRole("tooltip").waitFor({ state: "detached" });
  const isWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
  assert.equal(isWide, false, `${name} scrolls sideways at ${width}`);
  // The content policy forbids scripts of the page; those of the debugger may run.
  const options = JSON.stringify({
    resultTypes: ["violations"],
    rules: { region: { enabled: !opened } },
    // Else it reads the style sheets, for a rule that is not on.
    preload: { assets: ["media"] },
  });
  const where = opened ? `[...document.querySelectorAll('[role=${opened}]')]` : "document";
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  assert.deepEqual(await page.evaluate(`(${RUN})(() => ${where}, ${options})`), [], name);
  if (!PICTURES) return;
  const path = `${PICTURES}/${name}-${width}-${dark ? "dark" : "light"}.png`;
  await page.screenshot({ path, fullPage: !opened });
}

/**
 * What axe finds, rule by rule; nothing where the page is as it was when axe last found nothing. Where just its light is
 * another, only what depends on colours is looked at again.
 */
const RUN = `async (where, options) => {
  const fields = [...document.querySelectorAll("input, textarea, select")];
  const shown = JSON.stringify([
    innerWidth, options, where.toString(),
    fields.map(({ value, checked, disabled }) => [value, checked, disabled]),
    [...document.querySelectorAll("*")].indexOf(document.activeElement),
    document.documentElement.outerHTML.replace(/ data-mantine-color-scheme="\\w+"/, ""),
  ]);
  const light = matchMedia("(prefers-color-scheme: dark)").matches;
  const saw = (window.axeSaw ??= new Map());
  const lights = saw.get(shown) ?? [];
  if (lights.includes(light)) return [];
  const only = lights.length > 0 && { runOnly: ["color-contrast", "link-in-text-block"] };
  const { violations } = await axe.run(where(), { ...options, ...only });
  if (violations.length === 0) saw.set(shown, [...lights, light]);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}`;

/** The same wide and narrow, light and dark; the page stays wide and light. */
export async function lookEachWay(page: Page, name: string): Promise<void> {
  for (const view of [{ ...WIDE, dark: true }, NARROW, { ...NARROW, dark: false }, WIDE]) {
    await showAs(page, view);
    await settled(page);
    await look(page, name, view);
  }
}
