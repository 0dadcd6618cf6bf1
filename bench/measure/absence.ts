import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";
import { brandOf, type Line, readSet } from "./labelled.ts";
import { type Rendered, render, shareOf } from "./report.ts";

type Text = Line & { text: string; brand: string; others?: string[]; mentioned: boolean };

/** Whether answers that know nothing of a brand are told from those that speak of it. */
export function measureAbsence(folders: readonly string[]): Rendered {
  const lines = readSet<Text>("absence", folders).map((one) => ({
    ...one,
    isFound: isMentioned(one),
  }));
  type Read = (typeof lines)[number];
  return render({
    title: "Absence",
    says: "The name stands in every text. *Recognised*: an answer that knows nothing of the brand is no mention. *Lost*: an answer that speaks of it, with a negation near the name, is taken for such a one.",
    lines,
    measures: [
      {
        name: "absence recognised",
        aim: "above 90 %",
        of: shareOf<Read>((one) => (one.mentioned ? null : !one.isFound)),
      },
      {
        name: "true mentions lost",
        aim: "under 2 %",
        of: shareOf<Read>((one) => (one.mentioned ? !one.isFound : null)),
      },
    ],
  });
}

/** Whether the brand is found, tracked beside the others of the text. */
function isMentioned({ text, brand, others = [], language }: Text): boolean {
  const brands = [brand, ...others].map((name, index) => brandOf(name, language, index + 1));
  return findMentions(compileBrands(brands), text).some(({ brand_id }) => brand_id === 1);
}
