import { compileRules, detectInAnswers } from "#domain/detection/detect-answer.ts";
import { brandOf, type Line, readSet } from "./labelled.ts";
import { kappaOf, type Rendered, render, shareOf } from "./report.ts";

type Tone = "positive" | "negative" | "neutral" | "none";
type Passage = Line & { text: string; targets: { brand: string; tone: Tone }[] };
type Target = Line & { tone: Tone; said: Tone };

/** Tone is estimated in these; elsewhere it takes a judge. */
const ESTIMATED = ["en"];
/** Scores from -1 to 1 nearer to 0 than this are read as neutral. */
const NEUTRAL = 0.1;

/** The estimate of tone by word lists against a reader's label of each target. */
export function measureTone(folders: readonly string[]): Rendered {
  const lines = readSet<Passage>("tone", folders).flatMap(targetsOf);
  const isRead = ({ language }: Target) => ESTIMATED.includes(language);
  const ofRead = (judge: (one: Target) => boolean) =>
    shareOf<Target>((one) => (isRead(one) ? judge(one) : null));
  const ofLabel = (tone: Tone, said: Tone) =>
    shareOf<Target>((one) => (isRead(one) && one.tone === tone ? one.said === said : null));
  const kappa = kappaOf<Target>((one) => [one.tone, one.said]);
  return render({
    title: "Tone",
    says: `Each brand of a passage was labelled positive, negative, neutral (an opinion that cuts both ways) or none. The estimate counts as neutral within ${NEUTRAL} of 0 (45 to 55 of 100), as none where it gives no number. *Always positive* is what calling every brand positive would get; *kappa* is the agreement beyond chance. Tone is estimated in English; for other languages it takes a judge, and no number is right.`,
    lines,
    measures: [
      { name: "right", aim: "", of: ofRead((one) => one.said === one.tone) },
      { name: "always positive", aim: "", of: ofRead((one) => one.tone === "positive") },
      { name: "kappa", aim: "", of: (all) => kappa(all.filter(isRead)) },
      { name: "negative found", aim: "", of: ofLabel("negative", "negative") },
      { name: "negative taken for positive", aim: "", of: ofLabel("negative", "positive") },
      { name: "no opinion, no number", aim: "", of: ofLabel("none", "none") },
      {
        name: "other languages: no number",
        aim: "100 %",
        of: shareOf((one) => (isRead(one) ? null : one.said === "none")),
      },
    ],
  });
}

function targetsOf({ half, language, class: kind, text, targets }: Passage): Target[] {
  const rules = compileRules(
    targets.map(({ brand }, index) => brandOf(brand, language, index + 1)),
  );
  const mentions = detectInAnswers(rules, [{ answer: text }])[0]?.mentions ?? [];
  return targets.map(({ tone }, index) => {
    const score = mentions.find(({ brand_id }) => brand_id === index + 1)?.sentiment ?? null;
    return { half, language, class: kind, tone, said: toneOf(score) };
  });
}

function toneOf(score: number | null): Tone {
  if (score === null) return "none";
  if (Math.abs(score) < NEUTRAL) return "neutral";
  return score > 0 ? "positive" : "negative";
}
