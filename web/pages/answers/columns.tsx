import { Text } from "@mantine/core";
import type { AnswersSearch } from "../../answers-search.ts";
import { BrandChips } from "../../brands/brand-chips.tsx";
import type { OutputOf } from "../../call.ts";
import type { Brand } from "../../frame/tracked-brands.ts";
import { showDay } from "../../scope.ts";
import type { Column } from "../../widgets/data-table.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { sayStatus } from "../../words/answer-states.ts";
import { countryName } from "../../words/country-name.ts";
import { decimal } from "../../words/numbers.ts";
import { StatusBadge } from "../../words/status-badge.tsx";

export type Row = OutputOf<"browse_chats">["data"][number];
/** The columns of a list of answers; `search` and `first` let an answer know its place in the list. */
export function answerColumns({
  brands,
  modelName,
  search,
  first,
  rows,
  wanted,
  tone,
}: {
  brands: ReadonlyMap<string, Brand>;
  modelName(id: string): string;
  search: AnswersSearch;
  first: number;
  rows: readonly Row[];
  /** The brands that the list is narrowed to. */
  wanted: readonly string[];
  /** Whose tone is told, and how tones come about. */
  tone: { of: string; how: string };
}): Column<Row>[] {
  const { page: _, at: __, ...narrowed } = search;
  const brandNames = (ids: readonly string[]) => ids.map((id) => brands.get(id)?.name ?? id);
  return [
    { key: "chat_id", header: "Id", value: ({ id }) => id, csvOnly: true },
    {
      key: "prompt",
      header: "Prompt",
      value: (row) => row.prompt_text,
      show: (row) => (
        <PageLink
          isQuiet
          opensRow
          to="/answers/$chat_id"
          params={{ chat_id: row.id }}
          search={{ ...narrowed, at: first + rows.indexOf(row) }}
        >
          <Text size="sm" lineClamp={2} className="prompt-name" title={row.prompt_text}>
            {row.prompt_text}
          </Text>
        </PageLink>
      ),
    },
    {
      key: "model",
      header: "Assistant",
      value: (row) => modelName(row.model_id),
      show: (row) => <bdi className="name">{modelName(row.model_id)}</bdi>,
    },
    {
      key: "country",
      header: "Country",
      place: "roomy",
      csvOnly: new Set(rows.map(({ country_code }) => country_code)).size < 2,
      value: (row) => row.country_code,
      show: (row) => <span title={countryName(row.country_code)}>{row.country_code}</span>,
    },
    {
      key: "date",
      header: "Day",
      value: (row) => row.date,
      show: (row) => <span className="nowrap">{showDay(row.date)}</span>,
    },
    { key: "captured_at", header: "Captured", value: (row) => row.captured_at, csvOnly: true },
    { key: "sample", header: "Sample", value: (row) => row.sample, csvOnly: true },
    {
      key: "brands",
      header: "Tracked brands, first named first",
      place: "wide",
      value: (row) => brandNames(row.brand_ids).join("; "),
      show: (row) =>
        row.status === "answered" ? (
          <BrandChips ids={row.brand_ids} brands={brands} wanted={wanted} />
        ) : (
          "–"
        ),
    },
    {
      key: "sentiment",
      header: "Tone",
      hint: `On ${tone.of}. ${tone.how} –: the answer does not name it, or its tone is not known.`,
      align: "right",
      value: ({ sentiment }) => sentiment,
      show: ({ sentiment }) => decimal(sentiment ?? null, 0),
    },
    {
      key: "sources",
      header: "Sources",
      hint: "Pages that it read or cites.",
      align: "right",
      value: (row) => row.source_count,
    },
    {
      key: "status",
      header: "State",
      value: (row) => sayStatus(row.status),
      // Mostly all are answered: a column without a word says nothing.
      csvOnly: rows.every(({ status }) => status === "answered"),
      show: ({ status }) => status !== "answered" && <StatusBadge status={status} />,
    },
  ];
}
