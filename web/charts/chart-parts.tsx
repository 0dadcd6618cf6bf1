import { ActionIcon, Group, Menu, Table, Text, UnstyledButton } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { downloadCsv } from "../widgets/download.ts";
import { Scroll } from "../widgets/scroll.tsx";
import { whole } from "../words/numbers.ts";
import { columnsOf, useMarks } from "../words/simulated.tsx";
import { type Line, longStep, type Step } from "./line.ts";
import { saveChart } from "./save-chart.ts";
import { useChartFacts } from "./use-chart-facts.ts";

/** The values of the step that is looked at, highest first. */
export function Tip({
  at,
  lines,
  step,
  show,
  left,
  width,
}: {
  at: string;
  lines: Line[];
  step: Step;
  show(value: number): string;
  left: number;
  width: number;
}) {
  const rows = lines
    .map((one) => ({ one, point: one.points.find((point) => point.at === at) }))
    .filter(({ point }) => point && point.value !== null)
    .sort((a, b) => (b.point?.value ?? 0) - (a.point?.value ?? 0));
  const isRight = left > width / 2;
  return (
    <div
      className="chart-tip"
      role="status"
      style={isRight ? { right: width - left + 12 } : { left: left + 12 }}
    >
      <Text size="xs" fw={600} mb={4}>
        {longStep(at, step)}
      </Text>
      {rows.map(({ one, point }) => (
        <Group key={one.id} gap={6} wrap="nowrap" justify="space-between">
          <Text size="xs" fw={one.isEmphasised ? 600 : 400} truncate maw={150}>
            <span className="dot" style={{ background: one.color }} />
            {one.name}
          </Text>
          <Text size="xs" fw={one.isEmphasised ? 600 : 400}>
            {show(point?.value ?? 0)}
          </Text>
        </Group>
      ))}
      {rows.map(({ one, point }) =>
        one.isEmphasised && typeof point?.low === "number" && typeof point.high === "number" ? (
          <Text size="xs" c="dimmed" key={one.id} mt={4}>
            {one.name}: {show(point.low)} to {show(point.high)}
            {point.n !== undefined && `, n ${whole(point.n)}`}
          </Text>
        ) : null,
      )}
    </div>
  );
}

/** The lines by name; a press hides one or brings it back. */
export function Legend({
  lines,
  hidden,
  toggle,
}: {
  lines: Line[];
  hidden: ReadonlySet<string>;
  toggle(id: string): void;
}) {
  return (
    <Group gap={4} className="legends">
      {lines.map(({ id, name, color, isEmphasised }) => (
        <UnstyledButton
          key={id}
          className="legend"
          aria-pressed={!hidden.has(id)}
          onClick={() => toggle(id)}
          style={{ fontWeight: isEmphasised ? 600 : 400 }}
        >
          <span className="dot" style={{ background: color }} />
          {name}
        </UnstyledButton>
      ))}
    </Group>
  );
}

/** Takes the chart along as PNG, SVG or CSV. */
export function SaveMenu({
  name,
  subject,
  svg,
  lines,
  steps,
}: {
  name: string;
  subject?: string | undefined;
  svg: React.RefObject<SVGSVGElement | null>;
  lines: Line[];
  steps: string[];
}) {
  const marks = useMarks();
  const facts = useChartFacts(subject !== undefined);
  const about = subject === undefined ? facts : [subject, ...facts];
  const file = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const save = (kind: "png" | "svg") => {
    if (svg.current) void saveChart(svg.current, { name: file, title: name, about, kind, lines });
  };
  const saveCsv = () =>
    downloadCsv(
      file,
      ["series", "at", "value", "low", "high", "n", ...columnsOf(marks)],
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
            ...marks.map(() => true),
          ]),
      ),
    );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Save ${name}`} className="no-print">
          <IconDownload size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save("png")}>PNG image</Menu.Item>
        <Menu.Item onClick={() => save("svg")}>SVG image</Menu.Item>
        <Menu.Item onClick={saveCsv}>CSV table</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same numbers as a table, for anyone who reads rather than looks. */
export function AsTable({
  lines,
  steps,
  step,
  show,
}: {
  lines: Line[];
  steps: string[];
  step: Step;
  show(value: number): string;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="no-print">
      <UnstyledButton
        className="legend as-table"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? "Hide the table" : "Show as a table"}
      </UnstyledButton>
      {isOpen && (
        <div id={id}>
          <Scroll label="The same numbers as a table">
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>When</Table.Th>
                  {lines.map((one) => (
                    <Table.Th key={one.id} ta="right">
                      {one.name}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {steps.map((at) => (
                  <Table.Tr key={at}>
                    <Table.Td>{longStep(at, step)}</Table.Td>
                    {lines.map((one) => {
                      const value = one.points.find((point) => point.at === at)?.value;
                      return (
                        <Table.Td key={one.id} ta="right">
                          {typeof value === "number" ? show(value) : "–"}
                        </Table.Td>
                      );
                    })}
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroll>
        </div>
      )}
    </div>
  );
}
