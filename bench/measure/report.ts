import { wilson } from "#domain/reports/intervals.ts";
import { HALVES, type Half, type Line } from "./labelled.ts";

/** One figure of a set: what it is called, what is aimed at, and how it is told from any part of the lines. */
export type Measure<One> = { name: string; aim: string; of: (lines: readonly One[]) => string };

/** A measured set. `kinds` says what the second table is by, where that is no class. */
export type Report<One extends Line> = {
  title: string;
  says: string;
  lines: readonly One[];
  measures: readonly Measure<One>[];
  kinds?: string;
};

/** A report as Markdown: its rows of the first table, and its section. */
export type Rendered = { overview: string[]; section: string };

const NONE = "–";

/** "187 of 203: 92.1 % (87.6–95.1)" with Wilson's interval; lines that the judge leaves out (null) are not counted. */
export function shareOf<One>(judge: (line: One) => boolean | null): Measure<One>["of"] {
  return (lines) => {
    const judged = lines.map(judge).filter((one) => one !== null);
    const count = judged.filter(Boolean).length;
    const interval = wilson(count, judged.length);
    if (!interval) return NONE;
    const percent = (share: number) => (100 * share).toFixed(1);
    const ends = `${percent(interval.low)}–${percent(interval.high)}`;
    return `${count} of ${judged.length}: ${percent(count / judged.length)} % (${ends})`;
  };
}

/**
 * Cohen's kappa of the right label and another of each line: 0 is what chance gives, 1 full agreement (Cohen 1960). Not
 * told where one label is right for all lines.
 */
export function kappaOf<One>(labels: (line: One) => readonly [string, string]): Measure<One>["of"] {
  return (lines) => {
    const pairs = lines.map(labels);
    if (new Set(pairs.map(([right]) => right)).size < 2) return NONE;
    const share = (test: (pair: readonly [string, string]) => boolean) =>
      pairs.filter(test).length / pairs.length;
    const observed = share(([left, right]) => left === right);
    const chance = [...new Set(pairs.flat())]
      .map((label) => share(([left]) => left === label) * share(([, right]) => right === label))
      .reduce((sum, one) => sum + one, 0);
    return ((observed - chance) / (1 - chance)).toFixed(2);
  };
}

/** The first table's rows and the section of a set, by language and by class. */
export function render<One extends Line>(report: Report<One>): Rendered {
  const { title, says, lines, measures, kinds = "class" } = report;
  const ofHalf = (part: readonly One[], half: Half) => part.filter((one) => one.half === half);
  const overview = measures.map(({ name, aim, of }) => {
    const cells = HALVES.map((half) => of(ofHalf(lines, half)));
    return `| ${[title, name, aim || NONE, ...cells].join(" | ")} |`;
  });
  const tableBy = (head: string, keyOf: (line: One) => string): string => {
    const keys = [...new Set(lines.map(keyOf))].sort();
    const rows = keys.flatMap((key) => {
      const part = lines.filter((line) => keyOf(line) === key);
      return HALVES.map((half) => {
        const cells = measures.map(({ of }) => of(ofHalf(part, half)));
        return `| ${[key, half, ...cells].join(" | ")} |`;
      }).filter(
        (row) =>
          !row
            .split(" | ")
            .slice(2)
            .every((cell) => cell.startsWith(NONE)),
      );
    });
    const names = measures.map(({ name }) => name);
    return [headOf([head, "half", ...names]), ...rows].join("\n");
  };
  const tables = [
    tableBy("language", (line) => line.language),
    tableBy(kinds, (line) => line.class),
  ];
  return { overview, section: [`## ${title}`, says, ...tables].join("\n\n") };
}

/** The first two lines of a Markdown table. */
export function headOf(names: readonly string[]): string {
  return `| ${names.join(" | ")} |\n|${"---|".repeat(names.length)}`;
}
