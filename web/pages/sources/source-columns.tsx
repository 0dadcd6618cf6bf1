import { Anchor, Tooltip } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import {
  ClassBadge,
  ClassSelect,
  kindLabel,
  pageTypeInWords,
} from "../../brands/classification.tsx";
import type { OutputOf } from "../../call.ts";
import { useBrands, useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { useBarScale } from "../../widgets/bar-scale.tsx";
import { Behind } from "../../widgets/behind.tsx";
import { changeColumns } from "../../widgets/change-columns.ts";
import { buttons, type Column } from "../../widgets/data-table.tsx";
import { endsOf, ShareCell } from "../../widgets/interval-bar.tsx";
import { OPENS_ROW } from "../../widgets/open-row.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { Change } from "../../words/change.tsx";
import { decimal, percent, points, whole } from "../../words/numbers.ts";
import { shownAddress, shownHost } from "../../words/shown-address.ts";
import { Fine } from "../../words/text.ts";
import { WebLink } from "../../words/web-link.tsx";
import { NamedBrands } from "./named-brands.tsx";

type Domain = OutputOf<"get_domain_report">["data"][number];
type Url = OutputOf<"get_url_report">["data"][number];
export type SourceRow = Domain | Url;
export const keyOf = (row: SourceRow) => ("url" in row ? row.url : row.domain);

/** The columns of the reports on domains and on pages, bars to the longest interval of `rows`, with `more` beside the brands; a domain leads to its pages, both to the answers that use them. */
export function useSourceColumns(
  kind: "domain" | "url",
  {
    rows,
    go,
    more,
  }: {
    rows: readonly SourceRow[];
    go: (change: Record<string, string>) => void;
    more: readonly Column<SourceRow>[];
  },
): Column<SourceRow>[] {
  const { canWrite, isGuest, scope } = useHere();
  const brands = useBrands();
  const own = useOwnBrand();
  const domain: Column<SourceRow> = {
    key: "domain",
    header: "Site",
    value: (row) => row.domain,
    show: (row) =>
      isGuest ? (
        <span className="name site">{shownHost(row.domain)}</span>
      ) : (
        <Anchor
          component="button"
          size="sm"
          {...OPENS_ROW}
          className="name site"
          onClick={() => go({ tab: "pages", domain: row.domain })}
        >
          {shownHost(row.domain)}
        </Anchor>
      ),
  };
  const classification: Column<SourceRow> = {
    key: "classification",
    header: "Kind",
    place: "late",
    value: (row) => kindLabel(row.classification),
    show: (row) =>
      canWrite && kind === "domain" ? (
        <ClassSelect domain={row.domain} value={row.classification} />
      ) : (
        <>
          <ClassBadge value={row.classification} />
          {"page_type" in row && <Fine mt={2}>{pageTypeInWords(row.page_type)}</Fine>}
        </>
      ),
  };
  const mentioned: Column<SourceRow> = {
    key: "mentioned_brands",
    header: "Named where used",
    hint: "Tracked brands named in answers that read or cite it. The site itself may not name them.",
    place: "wide behind",
    value: (row) => row.mentioned_brand_ids.map((id) => brands.get(id)?.name ?? id).join("; "),
    show: ({ mentioned_brand_ids: ids }) => <NamedBrands ids={ids} />,
  };
  const max = useBarScale(Math.max(0.05, ...rows.map((row) => row.cited_high ?? 0)));
  const cited: Column<SourceRow> = {
    key: "cited_percentage",
    header: "Cited in",
    hint: "Share of answers that cite it, among those whose assistant reports citations, with its 95\u00A0% interval if the same prompts were asked again.",
    place: "wide",
    value: (row) => row.cited_percentage,
    show: (row) => (
      <ShareCell
        value={row.cited_percentage}
        {...endsOf(row, "cited")}
        count={row.cited_chat_count}
        total={row.total_chat_count}
        color="var(--accent)"
        max={max}
        behind={isGuest ? undefined : answersOf(row, "cited")}
      />
    ),
  };
  const first = kind === "domain" ? [domain, classification] : [...PAGE, classification];
  return [
    ...first,
    cited,
    ...(scope.compare === false ? [] : [CHANGE, ...changeColumns(changeOf)]),
    ...COUNTS,
    ...ENDS,
    ...more,
    // Of answers chosen for not naming the own brand it would say so in each row.
    ...(own && scope.not_mentioned?.includes(own.id) ? [] : [mentioned]),
    ...(isGuest ? [] : [ANSWERS]),
  ];
}

/** What narrows answers to those that cite, or read, the site or page of a row. */
export const answersOf = (row: SourceRow, use: "cited" | "retrieved") => ({
  ...("url" in row ? { url: row.url } : { domain: row.domain }),
  use,
});

const ANSWERS: Column<SourceRow> = {
  ...buttons((row) => (
    <Tooltip label="Answers that use it">
      <span className="dim">
        <PageLink
          isQuiet
          to="/answers"
          search={{
            status: "answered",
            ...("url" in row ? { url: row.url } : { domain: row.domain }),
          }}
          style={{ display: "inline-grid", padding: 4 }}
        >
          <IconMessages size={16} role="img" aria-label="Answers that use it" />
        </PageLink>
      </span>
    </Tooltip>
  )),
  place: "corner",
};

const PAGE: Column<SourceRow>[] = [
  {
    key: "url",
    header: "Page",
    value: (row) => ("url" in row ? row.url : null),
    show: (row) =>
      "url" in row ? (
        <div className="page-cell">
          <WebLink url={row.url}>{row.title ?? shownAddress(row.url)}</WebLink>
          {row.title && (
            <Fine lineClamp={1} title={row.url}>
              {shownAddress(row.url)}
            </Fine>
          )}
        </div>
      ) : null,
  },
  { key: "title", header: "", value: (row) => ("title" in row ? row.title : null), csvOnly: true },
  {
    key: "page_type",
    header: "",
    value: (row) => ("page_type" in row ? pageTypeInWords(row.page_type) : null),
    csvOnly: true,
  },
];

const changeOf = (row: SourceRow) => row.change?.cited_percentage;

const CHANGE: Column<SourceRow> = {
  key: "change",
  header: "Change",
  hint: "Change of the share since the previous period; marked only if it is more than chance: of all that are, at most 5\u00A0% are chance.",
  value: (row) => changeOf(row)?.value,
  show: (row) => <Change change={changeOf(row)} show={points} isOurs={false} none="–" />,
};

/** The ends of both intervals of both shares, in the file alone. */
const ENDS = (["cited", "retrieved"] as const).flatMap((use) =>
  (["low", "high", "questions_low", "questions_high"] as const).map(
    (end): Column<SourceRow> => ({
      ...{ key: `${use}_${end}`, header: "", csvOnly: true },
      value: (row) => row[`${use}_${end}`],
    }),
  ),
);

const COUNTS: Column<SourceRow>[] = [
  {
    key: "cited_chat_count",
    header: "Answers",
    hint: "Answers that cite it, of how many.",
    align: "right",
    value: (row) => row.cited_chat_count,
    show: (row) => (
      <span className="nowrap">
        <Behind count={row.cited_chat_count} of={answersOf(row, "cited")}>
          {whole(row.cited_chat_count)}
        </Behind>{" "}
        of {whole(row.total_chat_count)}
      </span>
    ),
  },
  { key: "total_chat_count", header: "", value: (row) => row.total_chat_count, csvOnly: true },
  {
    key: "retrieved_percentage",
    header: "Read in",
    hint: "Share of answers whose assistant read it.",
    align: "right",
    place: "behind",
    value: (row) => row.retrieved_percentage,
    show: (row) => (
      <Behind count={row.retrieved_chat_count} of={answersOf(row, "retrieved")}>
        {percent(row.retrieved_percentage)}
      </Behind>
    ),
  },
  {
    key: "retrieved_chat_count",
    header: "",
    value: (row) => row.retrieved_chat_count,
    csvOnly: true,
  },
  { key: "retrieval_count", header: "", value: (row) => row.retrieval_count, csvOnly: true },
  {
    key: "citation_count",
    header: "Citations",
    hint: "An answer can cite it more than once: each time counts.",
    place: "roomy behind",
    align: "right",
    value: (row) => row.citation_count,
    show: (row) => whole(row.citation_count),
  },
  {
    key: "citation_rate",
    header: "Citations per read",
    place: "spare behind",
    hint: "How many citations there are for each time an assistant read it. An answer can cite it more than once, so this is more than “Cited in” by “Read in”.",
    align: "right",
    value: (row) => row.citation_rate,
    show: (row) => decimal(row.citation_rate, 2),
  },
];
