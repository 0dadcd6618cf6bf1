import { measureAbsence } from "./absence.ts";
import { measureClaims } from "./claims.ts";
import { readSet } from "./labelled.ts";
import { measureNames } from "./names.ts";
import { headOf, type Rendered } from "./report.ts";
import { readSimulations } from "./simulations.ts";
import { measureSources } from "./sources.ts";
import { measureSuggestions } from "./suggestions.ts";
import { measureTone } from "./tone.ts";

/** Where the committed sets lie. */
export const SETS = "bench/accuracy";
/** Runs the product's rules over every set in the folders. */
export function measureAll(folders: readonly string[] = [SETS]): Rendered[] {
  return [
    measureTone,
    measureAbsence,
    measureNames,
    measureSuggestions,
    measureSources,
    measureClaims,
  ].map((measure) => measure(folders));
}

/** The first table of the page: every figure of every set. */
export function overviewOf(measured: readonly Rendered[]): string {
  const head = headOf(["set", "figure", "aim", "development", "held-out"]);
  return [head, ...measured.flatMap(({ overview }) => overview)].join("\n");
}

/** docs/accuracy.md of what was measured. */
export function pageOf(measured: readonly Rendered[], { date, commit }: Record<string, string>) {
  return `${[
    "# Accuracy",
    `How often the product reads an answer as a person does, measured on labelled texts of our own: \`npm run accuracy\` on ${date}, rules of commit ${commit}. bench/accuracy/README.md says what the texts are and who labelled them: one reader, a language model, the held-out halves before the rules and without seeing them. Whoever writes rules reads the development half only; the held-out half shows what to expect of texts that nobody tuned to. Every class is filled on purpose, the hard ones too, so a share here is not the share of everyday answers.`,
    "Each cell: how many of how many, the share, and its 95 % interval (Wilson).",
    overviewOf(measured),
    ...measured.map(({ section }) => section),
    judgeSection(),
    simulationSection(),
  ].join("\n\n")}\n`;
}

function judgeSection(): string {
  const count = readSet("judge", [SETS]).length;
  return `## Judge\n\n${count} labelled texts in \`bench/accuracy/judge-*.jsonl\` measure a language model that judges. No model is measured here: that takes a key and money.`;
}

function simulationSection(): string {
  const parts = readSimulations().map(({ title, says, head, rows, date, commit }) =>
    [
      `### ${title}`,
      `${says} Measured on ${date}, commit ${commit}.`,
      [headOf(head), ...rows.map((row) => `| ${row.join(" | ")} |`)].join("\n"),
    ].join("\n\n"),
  );
  const says =
    "Worlds are drawn in which the truth is known, and the product's own functions judge them: `node bench/verdicts.ts --keep`, `node bench/daily-looks.ts --keep`. What the numbers mean: docs/methodology.md.";
  return ["## Changes and intervals", says, ...parts].join("\n\n");
}
