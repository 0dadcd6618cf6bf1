import type { Page } from "playwright-core";
import { settled } from "./wait-until.ts";

type Link = { href: string; count: number };

/** What a page's numbers open, and how many each says there are. */
export const numbersOf = (page: Page): Promise<Link[]> =>
  page.evaluate(`[...document.querySelectorAll("#content a[data-count]")]
    .map((link) => ({ href: link.href, count: Number(link.dataset.count) }))`);

/** How many answers the list that a link opens says it has. */
export async function countBehind(page: Page, href: string): Promise<number> {
  await page.evaluate(`history.pushState(null, "", ${JSON.stringify(href)})`);
  await page.getByRole("heading", { name: "Answers", level: 1 }).waitFor();
  await settled(page);
  const heading = page.getByRole("heading", { name: /^[\d,]+ answers?( with these filters)?$/ });
  await heading.waitFor();
  return Number(((await heading.textContent()) ?? "").replace(/[^\d]/g, ""));
}
