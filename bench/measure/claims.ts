import { claimsIn, readSentences } from "#domain/actions/read-claims.ts";
import { type Line, readSet } from "./labelled.ts";
import { type Rendered, render, shareOf } from "./report.ts";

type Text = Line & { text: string; brands: string[]; claim: boolean };

/** Whether what a brief takes for a claim is one, and how many claims it takes. */
export function measureClaims(folders: readonly string[]): Rendered {
  const lines = readSet<Text>("claims", folders).map((one) => ({ ...one, isTaken: isTaken(one) }));
  type Read = (typeof lines)[number];
  const right = (isOf: (one: Read) => boolean) =>
    shareOf<Read>((one) => (one.isTaken && isOf(one) ? one.claim : null));
  return render({
    title: "Claims",
    says: "Does the sentence say something of what it is about, so that a brief may show it as a claim? *Taken and right* is precision, *claims found* is recall. A brief reads only sentences that name a competitor: the second figure.",
    lines,
    measures: [
      { name: "taken and right", aim: "above 85 %", of: right(() => true) },
      {
        name: "taken and right, brand named",
        aim: "",
        of: right(({ brands }) => brands.length > 0),
      },
      {
        name: "claims found",
        aim: "above 85 %",
        of: shareOf((one) => (one.claim ? one.isTaken : null)),
      },
    ],
  });
}

/** Whether a text is taken for a claim, or a part of it. */
function isTaken({ text, brands }: Pick<Text, "text" | "brands">): boolean {
  const isNamed = (part: string) => brands.some((brand) => part.includes(brand));
  return readSentences(text).some((sentence) => claimsIn(sentence, isNamed).length > 0);
}
