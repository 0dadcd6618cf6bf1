import { Button, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Narrowed } from "../widgets/behind.tsx";
import { sayFailure } from "../widgets/confirm.tsx";
import { downloadCsv } from "../widgets/download.ts";
import { useFileName } from "../widgets/file-name.ts";
import { useFilterWords } from "../words/filter-words.ts";
import { whole } from "../words/numbers.ts";
import { columnsOf, markCells, useMarks } from "../words/simulated.tsx";
import { Fine } from "../words/text.ts";
import {
  type Line,
  lackOf,
  longStep,
  type ShownDays,
  type Step,
  shownOf,
  withoutScarce,
} from "./line.ts";
import { saveChart } from "./save-chart.ts";
import type { Frame } from "./scales.ts";
import { useChartFacts } from "./use-chart-facts.ts";

/** How buttons below a chart look. */
const QUIET = {
  ...{ size: "compact-xs", fw: 400, variant: "subtle", color: "gray", className: "no-print" },
} as const;

/** The values of the step that is looked at, highest first, and what a press opens. */
export function Tip({
  at,
  lines,
  chosen,
  step,
  days,
  say,
  behind,
  left,
  width,
}: {
  at: string;
  lines: Line[];
  chosen: Line;
  step: Step;
  days: ShownDays;
  say(value: number): string;
  behind: { count: number; of: Narrowed } | null;
  left: number;
  width: number;
}) {
  const rows = lines
    .map((one) => ({ one, point: one.points.find((point) => point.at === at) }))
    .filter(({ point }) => point && point.value !== null)
    .sort((a, b) => (b.point?.value ?? 0) - (a.point?.value ?? 0));
  const isRight = left > width / 2;
  const point = rows.find(({ one }) => one === chosen)?.point;
  const lack = lackOf(at, step, days);
  return (
    <div
      className="chart-tip"
      role="status"
      style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <Text size="xs" fw={600} mb={4}>
        {longStep(at, step, days)}
      </Text>
      {lack && <Fine mb={4}>Hollow: {lack}</Fine>}
      {rows.map(({ one, point }) => (
        <Group key={one.id} gap={6} wrap="nowrap" justify="space-between">
          <Text size="xs" fw={one === chosen ? 600 : 400} truncate maw={150}>
            <span className="dot" style={{ background: one.color }} />
            <bdi>{one.name}</bdi>
          </Text>
          <Text size="xs" fw={one === chosen ? 600 : 400}>
            {say(point?.value ?? 0)}
          </Text>
        </Group>
      ))}
      {typeof point?.low === "number" && typeof point.high === "number" && (
        <Fine mt={4}>
          <bdi>{chosen.name}</bdi>: 95&nbsp;% interval {say(point.low)} to {say(point.high)}
          {point.n !== undefined && `, ${whole(point.n)} answers`}
        </Fine>
      )}
      {behind && (
        <Fine data-count={behind.count}>
          Press to read {behind.count === 1 ? "the answer" : `the ${whole(behind.count)} answers`}
          {behind.of.brand_id && " that name it"}
        </Fine>
      )}
    </div>
  );
}

/** The lines by name, at their ends or above; one that is pointed at shows its line, a press keeps it. */
export function Names({
  lines,
  chosen,
  kept,
  ends,
  frame: { width, height, right },
  onPoint,
  onKeep,
}: {
  lines: Line[];
  chosen: Line | undefined;
  kept: string | null;
  /** How high each name stands; null: they stand above the chart. */
  ends: ReadonlyMap<string, number> | null;
  frame: Frame;
  onPoint(id: string | null): void;
  onKeep(id: string): void;
}) {
  const names = lines.map((one) => {
    const { id, name, color, isEmphasised } = one;
    const isStrong = one === chosen || isEmphasised;
    return (
      <UnstyledButton
        key={id}
        className={isStrong ? "legend" : "legend dim"}
        aria-pressed={id === kept}
        title={name}
        onClick={() => onKeep(id)}
        onPointerEnter={() => onPoint(id)}
        onPointerLeave={() => onPoint(null)}
        style={{
          fontWeight: isStrong ? 600 : 400,
          // Parts of the whole: on paper it has another size.
          ...(ends && {
            position: "absolute",
            left: `${(100 * (width - right + 8)) / width}%`,
            right: 0,
            top: `calc(${(100 * (ends.get(id) ?? 0)) / height}% - 10px)`,
          }),
        }}
      >
        <span className="dot" style={{ background: color }} />
        <bdi>{name}</bdi>
      </UnstyledButton>
    );
  });
  return ends ? (
    names
  ) : (
    <Group gap={4} className="legends">
      {names}
    </Group>
  );
}

/** Which lines are drawn, listed and saved: one at least. */
export function LinesMenu({
  name,
  lines,
  hidden,
  onHide,
}: {
  name: string;
  lines: Line[];
  hidden: readonly string[];
  onHide(ids: readonly string[]): void;
}) {
  const left = shownOf(lines, hidden);
  const change = (id: string) => {
    const others = left.filter((one) => one.id !== id);
    const next = others.length < left.length ? others : [...left, { id }];
    const isNext = (id: string) => next.some((one) => one.id === id);
    onHide(lines.map((line) => line.id).filter((id) => !isNext(id)));
  };
  const of = left.length < lines.length ? `${left.length} of ${lines.length}` : lines.length;
  return (
    <Menu position="bottom-end" shadow="md" closeOnItemClick={false}>
      <Menu.Target>
        <Button {...QUIET} aria-label={`Lines: ${of}, ${name}`}>
          Lines: {of}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: "auto" }}>
        {lines.map(({ id, name, color }) => {
          const isShown = left.some((line) => line.id === id);
          return (
            <Menu.CheckboxItem
              key={id}
              checked={isShown}
              disabled={isShown && left.length === 1}
              onChange={() => change(id)}
            >
              <span className="dot" style={{ background: color }} />
              <bdi>{name}</bdi>
            </Menu.CheckboxItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Takes the chart along as PNG, SVG or CSV. */
export function SaveMenu({
  name,
  subject,
  svg,
  lines,
  steps,
  step,
  days,
  ends,
  nameLeft,
}: {
  name: string;
  subject?: string | undefined;
  svg: React.RefObject<SVGSVGElement | null>;
  lines: Line[];
  steps: string[];
  step: Step;
  days: ShownDays;
  /** Where the names of the lines stand, if that is beside them. */
  ends: ReadonlyMap<string, number> | null;
  nameLeft: number;
}) {
  const marks = useMarks();
  const facts = useChartFacts(subject !== undefined);
  const { said: incomplete } = withoutScarce(lines, step, days);
  const about = [subject ?? [], facts, incomplete ?? []].flat();
  const file = useFileName(name, days);
  const words = useFilterWords(subject === undefined ? undefined : "include");
  const save = (kind: "png" | "svg") => {
    const beside = ends && { ends, left: nameLeft };
    if (svg.current)
      saveChart(svg.current, { name: file, title: name, about, kind, lines, beside }).catch(
        sayFailure,
      );
  };
  const saveCsv = () =>
    downloadCsv(
      file,
      [...["series", "at", "value", "low", "high", "n", "is_partial"], ...columnsOf(marks, words)],
      lines.flatMap((one) =>
        one.points
          .filter(({ at }) => steps.includes(at))
          .map(({ at, value, low, high, n }) => [
            one.name,
            at,
            value,
            low,
            high,
            n,
            lackOf(at, step, days) !== null,
            ...markCells(marks, words),
          ]),
      ),
    );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          {...QUIET}
          aria-label={`Save ${name}`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Save
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save("png")}>PNG image</Menu.Item>
        <Menu.Item onClick={() => save("svg")}>SVG image</Menu.Item>
        <Menu.Item onClick={saveCsv}>CSV table</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
