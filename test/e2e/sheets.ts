import type { Page } from "playwright-core";

/** The sizes of sheets that are printed on. */
export const FORMATS = ["A4", "Letter"] as const;

/** A card on paper: the sheets on which it begins and ends, from 0 on, and how far down it ends, from 0 to 1. */
export type Placed = { title: string; first: number; last: number; end: number };

/**
 * Prints a page and tells where its cards are on the sheets, and how many there are. A link at the upper and the lower end
 * of each card is an annotation of its sheet in the PDF, with its place.
 */
export async function printCards(
  page: Page,
  format: (typeof FORMATS)[number],
): Promise<{ cards: Placed[]; sheets: number }> {
  const titles = (await page.evaluate(MARK)) as string[];
  const margin = "10mm";
  const pdf = await page.pdf({
    format,
    margin: { top: margin, bottom: margin, left: margin, right: margin },
  });
  await page.evaluate('for (const one of document.querySelectorAll(".end-of-card")) one.remove()');
  const text = pdf.toString("latin1");
  const objects = new Map(
    [...text.matchAll(/(?:^|\n)(\d+) 0 obj\s([\s\S]*?)\sendobj/g)].map(([, id, body]) => [
      id,
      body,
    ]),
  );
  const sheets = [...objects.values()].filter((body) => /\/Type\s*\/Page\b/.test(body ?? ""));
  const ends = sheets.flatMap((sheet, at) => {
    const height = Number(/\/MediaBox\s*\[\S+ \S+ \S+ ([\d.]+)/.exec(sheet ?? "")?.[1]);
    const list = /\/Annots\s*\[([^\]]*)\]/.exec(sheet ?? "")?.[1] ?? "";
    return [...list.matchAll(/(\d+) 0 R/g)].flatMap(([, id]) => {
      const link = objects.get(id) ?? "";
      const [, card, end] = /card-end\.test\/(\d+)\/(upper|lower)/.exec(link) ?? [];
      const [, bottom] = /\/Rect\s*\[\S+ (\S+)/.exec(link) ?? [];
      return card && end
        ? [{ card: Number(card), end, at, place: 1 - Number(bottom) / height }]
        : [];
    });
  });
  const cards = titles.map((title, card) => {
    const placed = (which: string) => ends.find((one) => one.card === card && one.end === which);
    const [upper, lower] = [placed("upper"), placed("lower")];
    if (!upper || !lower) throw new Error(`${title} is not found on paper`);
    return { title, first: upper.at, last: lower.at, end: lower.place };
  });
  return { cards, sheets: sheets.length };
}

/** Puts a link at both ends of each card that is printed; tells the titles of these. */
const MARK = `(() => {
  const cards = [...document.querySelectorAll("#content .panel")].filter((one) => !one.closest(".no-print"));
  return cards.map((card, n) => {
    for (const end of ["upper", "lower"]) {
      const link = document.createElement("a");
      link.className = "end-of-card";
      link.href = "https://card-end.test/" + n + "/" + end;
      link.textContent = ".";
      link.style.cssText = "position: absolute; left: 0; width: 4px; height: 4px; font-size: 4px; line-height: 1; " + (end === "upper" ? "top: 0" : "bottom: 0");
      card.append(link);
    }
    return card.querySelector("h2")?.textContent ?? "a card without a title";
  });
})()`;
