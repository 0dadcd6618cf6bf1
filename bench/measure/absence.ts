import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";
import { brandOf, type Line, readSet } from "./labelled.ts";
import { type Rendered, render, shareOf } from "./report.ts";

type Text = Line & { text: string; brand: string; mentioned: boolean };

/** Whether answers that know nothing of a brand are told from those that speak of it. */
export function measureAbsence(folders: readonly string[]): Rendered {
  const lines = readSet<Text>("absence", folders).map((one) => ({
    ...one,
    isFound: findMentions(compileBrands([brandOf(one.brand, one.language)]), one.text).length > 0,
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
