import { Group, SimpleGrid, Skeleton, Stack } from "@mantine/core";
import type { ReactNode } from "react";

const WIDTHS = ["46%", "38%", "54%", "34%", "42%"];
const LINE_HEIGHT = 34;

/** The outline of a list or table, about `height` pixels high. */
export function Outline({ height }: { height: number }) {
  const count = Math.max(1, Math.floor(height / LINE_HEIGHT));
  const lines = Array.from({ length: count }, (_, at) => WIDTHS[at % WIDTHS.length]);
  return (
    <Stack gap={20} py={8} mih={height}>
      {lines.map((width, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an outline are all alike.
        <Group key={at} justify="space-between" wrap="nowrap">
          <Skeleton h={14} w={width} />
          <Skeleton h={14} w="10%" />
        </Group>
      ))}
    </Stack>
  );
}

/** The outline of a chart: its grid without lines. */
export function ChartOutline() {
  return (
    <Stack gap="md">
      <Skeleton h={14} w="40%" />
      <div className="chart-outline" />
      <Skeleton h={14} w={96} my={8} />
    </Stack>
  );
}

/** The outline of a row of large numbers. */
export function FiguresOutline() {
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: "xs", sm: "md" }}>
      {["a", "b", "c", "d"].map((key) => (
        <PanelOutline key={key}>
          <Skeleton h={37} w="55%" mb={12} />
          <Skeleton h={10} w="75%" />
        </PanelOutline>
      ))}
    </SimpleGrid>
  );
}

/** The outline of a card with a heading. */
export function PanelOutline({ children }: { children: ReactNode }) {
  return (
    <div className="panel">
      <Skeleton h={14} w={120} mb="md" />
      {children}
    </div>
  );
}

/** The outline of a card that is all of a page, or most of it. */
export function CardOutline({ height }: { height: number }) {
  return (
    <PanelOutline>
      <Outline height={height} />
    </PanelOutline>
  );
}

/** The outline of a page of reports. */
export function ReportOutline() {
  return (
    <Stack gap="md">
      <FiguresOutline />
      <PanelOutline>
        <ChartOutline />
      </PanelOutline>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <CardOutline height={180} />
        <CardOutline height={180} />
      </SimpleGrid>
    </Stack>
  );
}
