import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { type Look, NARROW, showAs, WIDE } from "./browser.ts";
import { settled } from "./wait-until.ts";

const PICTURES = process.env["EARSHOT_PICTURES"];

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
  });
  const where = opened ? `[...document.querySelectorAll('[role=${opened}]')]` : "document";
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  const { violations } = (await page.evaluate(`axe.run(${where}, ${options})`)) as axe.AxeResults;
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
    name,
  );
  if (!PICTURES) return;
  const path = `${PICTURES}/${name}-${width}-${dark ? "dark" : "light"}.png`;
  await page.screenshot({ path, fullPage: !opened });
}

/** The same wide and narrow, light and dark; the page stays wide and light. */
export async function lookEachWay(page: Page, name: string): Promise<void> {
  for (const view of [{ ...WIDE, dark: true }, NARROW, { ...NARROW, dark: false }, WIDE]) {
    await showAs(page, view);
    await settled(page);
    await look(page, name, view);
  }
}
