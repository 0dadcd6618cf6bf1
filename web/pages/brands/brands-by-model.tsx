import { Table, Text } from "@mantine/core";
import { useState } from "react";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { useAsk, useAskAll } from "../../data.ts";
import { useCounted } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { FEW_ANSWERS, periodOf, reportInput, withFilters } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { CsvButton } from "../../widgets/data-table.tsx";
import { Paging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Scroll } from "../../widgets/scroll.tsx";
import { byName } from "../../words/formats.ts";
import { percent, whole } from "../../words/numbers.ts";

/** So many brands at once. */
export const ROWS = 50;

/** How visible each brand is in each assistant, as a table whose darker cells are higher shares. */
export function ByModel() {
  const { project_id, scope, timezone } = useHere();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const report = useAskAll("get_brand_report", {
    project_id,
    ...reportInput(scope, timezone),
    dimensions: ["model_id"],
  });
  const counted = useCounted();
  const [page, setPage] = useState(1);
  const rows = (report.data ?? []).map(counted);
  const nameOf = (id: string) => models.data?.data.find((model) => model.id === id)?.name ?? id;
  return (
    <Panel
      title="By assistant"
      action={
        <CsvButton
          name="brands-by-assistant"
          rows={rows}
          of={periodOf(scope, timezone)}
          columns={[
            { key: "brand", header: "", value: (row) => row.brand.name },
            { key: "model_id", header: "", value: (row) => row.model_id },
            { key: "assistant", header: "", value: (row) => nameOf(row.model_id ?? "") },
            { key: "visibility", header: "", value: (row) => row.visibility },
            { key: "visibility_low", header: "", value: (row) => row.visibility_low },
            { key: "visibility_high", header: "", value: (row) => row.visibility_high },
            { key: "visibility_count", header: "", value: (row) => row.visibility_count },
            { key: "visibility_total", header: "", value: (row) => row.visibility_total },
          ]}
        />
      }
    >
      <Answered asked={report} height={180}>
        {() => {
          const found = [...new Set(rows.map((row) => row.model_id ?? ""))];
          const ids = found.sort((a, b) => byName(nameOf(a), nameOf(b)));
          const tintOf = tintsOf(rows);
          const brands = [...new Map(rows.map(({ brand }) => [brand.id, brand])).values()];
          const last = Math.max(1, Math.ceil(brands.length / ROWS));
          const at = Math.min(page, last);
          const rowOf = new Map(rows.map((row) => [`${row.brand.id} ${row.model_id}`, row]));
          if (ids.length === 0)
            return <Text size="sm">No answers in this range{withFilters(scope)}.</Text>;
          return (
            <>
              <Scroll label="Visibility by assistant">
                <Table aria-label="Visibility by assistant">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>Brand</Table.Th>
                      {ids.map((id) => (
                        <Table.Th key={id} ta="right">
                          {nameOf(id)}
                        </Table.Th>
                      ))}
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {brands.slice((at - 1) * ROWS, at * ROWS).map((brand) => (
                      <Table.Tr key={brand.id} fw={brand.is_own ? 600 : 400}>
                        <Table.Td>
                          <bdi className="name">{brand.name}</bdi>
                        </Table.Td>
                        {ids.map((id) => (
                          <Cell key={id} row={rowOf.get(`${brand.id} ${id}`)} tintOf={tintOf} />
                        ))}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Scroll>
              <Paging page={at} size={ROWS} total={brands.length} onPage={setPage} />
            </>
          );
        }}
      </Answered>
    </Panel>
  );
}

/** The least share has so much of its colour. */
const TINT_MIN = 0.1;

/** How dark a share is, from 0 to 1: between the least and the most of the table; one of few answers has no shade. */
function tintsOf(rows: readonly BrandRow[]): (row: BrandRow) => number {
  const isTold = ({ visibility, visibility_total: total }: BrandRow) =>
    visibility !== null && total >= FEW_ANSWERS;
  const shares = rows.filter(isTold).map(({ visibility }) => visibility ?? 0);
  const least = Math.min(...shares);
  const room = Math.max(...shares) - least;
  const placeOf = (share: number) => (room > 0 ? (share - least) / room : 0);
  return (row) => (isTold(row) ? TINT_MIN + (1 - TINT_MIN) * placeOf(row.visibility ?? 0) : 0);
}

function Cell({ row, tintOf }: { row: BrandRow | undefined; tintOf(row: BrandRow): number }) {
  if (!row || row.visibility === null) return <Table.Td ta="right">–</Table.Td>;
  const { visibility, visibility_low, visibility_high, visibility_count, visibility_total } = row;
  const label = `${whole(visibility_count)} of ${whole(visibility_total)} answers, 95\u00A0% interval ${percent(visibility_low)} to ${percent(visibility_high)}`;
  return (
    <Table.Td
      ta="right"
      style={{
        background: `color-mix(in srgb, var(--accent) calc(${tintOf(row)} * var(--heat)), transparent)`,
      }}
    >
      <Behind
        count={visibility_count}
        of={{ brand_id: row.brand.id, model: [row.model_id ?? ""] }}
        hint={label}
      >
        {percent(visibility)}
      </Behind>
    </Table.Td>
  );
}
