import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";
import { brandOf, type Line, readSet } from "./labelled.ts";
import { type Rendered, render, shareOf } from "./report.ts";

type Text = Line & { name: string; text: string; counts: boolean; safe: boolean };

/** Whether a brand of a name alone is found in the forms that people write it in. */
export function measureNames(folders: readonly string[]): Rendered {
  const lines = readSet<Text>("names", folders).map((one) => ({
    ...one,
    isFound: findMentions(compileBrands([brandOf(one.name, one.language)]), one.text).length > 0,
  }));
  type Read = (typeof lines)[number];
  const of = (counts: boolean, safe: boolean, isFound: boolean) =>
    shareOf<Read>((one) =>
      one.counts === counts && one.safe === safe ? one.isFound === isFound : null,
    );
  return render({
    title: "Names",
    says: "A user types a name, without a domain and without aliases. *Safe* forms are to be found without asking.",
    lines,
    measures: [
      { name: "safe forms found", aim: "", of: of(true, true, true) },
      { name: "other forms found without asking", aim: "", of: of(true, false, true) },
      { name: "kept out always", aim: "", of: of(false, true, false) },
      { name: "kept out without asking, homographs", aim: "", of: of(false, false, false) },
    ],
  });
}
