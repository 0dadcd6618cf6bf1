import { Group, Table, UnstyledButton } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { FEW_ANSWERS } from "../scope.ts";
import { Behind } from "../widgets/behind.tsx";
import { Scroll } from "../widgets/scroll.tsx";
import { whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";
import { behindPoint, type Line, lackOf, longStep, type ShownDays, type Step } from "./line.ts";

type Told = { step: Step; days: ShownDays; say(value: number): string };

/** The same numbers as a table, for anyone who reads rather than looks. */
export function AsTable({
  lines,
  steps,
  step,
  days,
  say,
  children,
}: Told & {
  lines: Line[];
  steps: string[];
  /** Stands next to its button. */
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const isCounted = lines.some(({ points }) => points.some(({ n }) => n !== undefined));
  return (
    <div className="no-print">
      <Group justify="space-between" mt={4}>
        <UnstyledButton
          className="legend as-table"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide the table" : "Show as a table"}
        </UnstyledButton>
        {children}
      </Group>
      {isOpen && (
        <div id={id}>
          {isCounted && (
            <Fine my={4}>
              Below each number: its 95&nbsp;% interval and n, the answers that it is counted from.
            </Fine>
          )}
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
                    <Table.Td role="rowheader">
                      {longStep(at, step, days)}
                      <Small>{lackOf(at, step, days)}</Small>
                    </Table.Td>
                    {lines.map((one) => (
                      <Value key={one.id} {...{ one, at, step, days, say }} />
                    ))}
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

/** A number with what it rests on. */
function Value({ one, at, step, days, say }: Told & { one: Line; at: string }) {
  const { value, low, high, n } = one.points.find((point) => point.at === at) ?? {};
  const behind = behindPoint(one, { at, step, days });
  const text = typeof value === "number" ? say(value) : "–";
  const ends = typeof low === "number" && typeof high === "number" && `${say(low)} to ${say(high)}`;
  const rests = n !== undefined && `n = ${whole(n)}${n < FEW_ANSWERS ? ", few" : ""}`;
  return (
    <Table.Td ta="right">
      {behind ? <Behind {...behind}>{text}</Behind> : text}
      <Small>{[ends, rests].filter(Boolean).join("; ")}</Small>
    </Table.Td>
  );
}

function Small({ children }: { children: string | null }) {
  if (!children) return null;
  return <Fine>{children}</Fine>;
}
