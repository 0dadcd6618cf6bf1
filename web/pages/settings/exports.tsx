import { Button, Code, Group, MultiSelect, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useAsk } from "../../data.ts";
import { FilterBand } from "../../frame/filter-band.tsx";
import { RangeControl } from "../../frame/range-control.tsx";
import { FilterControl } from "../../frame/scope-controls.tsx";
import { useBrandList } from "../../frame/tracked-brands.ts";
import { HereProvider, useHere } from "../../here.tsx";
import { ofBrands, periodOf, reportInput, showDays, withFilters } from "../../scope.ts";
import { say } from "../../widgets/confirm.tsx";
import { ForOperators } from "../../widgets/for-operators.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { someRows } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { FileColumns } from "./file-columns.tsx";
import { useFilesScope } from "./use-files-scope.ts";

const ANSWERS = [
  {
    what: "answers",
    label: "Answers",
    text: "A row for each answer, with its text, topic, tags, brands, sources and searches. Those that are empty, refused or failed are in it; a column says so.",
  },
  {
    what: "mentions",
    label: "Mentions",
    text: "A row for each brand that an answer names, with its rank and tone.",
  },
  {
    what: "citations",
    label: "Citations",
    text: "A row for each page that an answer read or cites.",
  },
  {
    what: "search-queries",
    label: "Searches",
    text: "A row for each search of the web before an answer.",
  },
];
const STEPS = [
  { value: "", label: "All days together" },
  { value: "date", label: "By day" },
  { value: "week", label: "By week" },
  { value: "month", label: "By month" },
] as const;
const GROUPS = [
  { value: "", label: "All answers together" },
  { value: "model_id", label: "By assistant" },
  { value: "topic_id", label: "By topic" },
  { value: "tag_id", label: "By tag" },
  { value: "country_code", label: "By country" },
  { value: "prompt_id", label: "By prompt" },
] as const;
/** What one of these lists is set to, as a report takes it. */
type Split = Exclude<(typeof STEPS | typeof GROUPS)[number]["value"], "">;
const REPORTS = [
  {
    what: "brand-report",
    label: "Brand report",
    text: "A row for each tracked brand, or for those you choose, with its numbers.",
  },
  {
    what: "domain-report",
    label: "Site report",
    text: "A row for each site that answers read or cite.",
  },
  {
    what: "url-report",
    label: "Page report",
    text: "A row for each page that answers read or cite.",
  },
];

/** Everything as files, for days and filters that begin as those of the page before and are these files' own. */
export function ExportsTab() {
  const here = useHere();
  const { files, setScope } = useFilesScope();
  return (
    <HereProvider value={{ ...here, scope: files, setScope }}>
      <Exports />
    </HereProvider>
  );
}

/** Streamed, whole. */
function Exports() {
  const { scope, timezone, project } = useHere();
  const { date_from, date_to } = periodOf(scope, timezone);
  const [step, setStep] = useState("");
  const [group, setGroup] = useState("");
  const [brands, setBrands] = useState<string[]>([]);
  const dimensions = [group, step].filter((name): name is Split => name !== "");
  const rows = rowsOf(brands);
  const sizes = useSizes(dimensions, rows);
  const [format, setFormat] = useState<"csv" | "jsonl">("csv");
  return (
    <Panel
      title="Files"
      action={
        <>
          <FilterControl />
          <RangeControl />
          <Select
            aria-label="Format"
            w={130}
            data={[
              { value: "csv", label: "CSV" },
              { value: "jsonl", label: "JSON Lines" },
            ]}
            value={format}
            onChange={(value) => setFormat(value === "jsonl" ? "jsonl" : "csv")}
          />
        </>
      }
    >
      <Stack>
        <Dim>
          Every file below is of {showDays(date_from, date_to)}
          {withFilters(scope)}; the days and filters that you set here hold for all of them. They
          hold for these files alone, not on other pages. A button says how many rows its file has;
          where it says Save, that is known only afterwards. Your browser keeps the file with its
          downloads, named after the project and the days. CSV is for spreadsheets, JSON Lines for
          programs.
        </Dim>
        <FilterBand />
        {!scope.branded && (
          <Text size="sm">Prompts that name your brand are left out: see Filters.</Text>
        )}
        <Files title="What was captured" files={ANSWERS} {...{ format, sizes }} />
        <Files title="Reports" files={REPORTS} {...{ format, sizes, dimensions, rows }}>
          <Group gap="xs">
            <BrandChoice brands={brands} onChange={setBrands} />
            <Select
              aria-label="Split of reports"
              size="xs"
              w={200}
              data={GROUPS}
              value={group}
              onChange={(value) => setGroup(value ?? "")}
            />
            <Select
              aria-label="Days of reports"
              size="xs"
              w={200}
              data={STEPS}
              value={step}
              onChange={(value) => setStep(value ?? "")}
            />
          </Group>
        </Files>
        <FileColumns
          files={[...ANSWERS, ...REPORTS, { what: "csv", label: "At the end of each CSV file" }]}
        />
        <ForOperators>
          <Text size="sm">
            A backup holds the whole project, with its prompts, brands and settings, and moves to
            another Earshot. On the server, while it runs:
          </Text>
          <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {`npm run export -- project --project ${project.id} --out backup.jsonl.gz`}
          </Code>
        </ForOperators>
      </Stack>
    </Panel>
  );
}

type RowFilter = ReturnType<typeof ofBrands>;
/** Which rows of a report are wanted, by the file that it is. */
type Rows = Readonly<Record<string, readonly RowFilter[]>>;

/** The rows of these brands; their numbers stay those of all answers. */
const rowsOf = (brands: string[]): Rows =>
  brands.length === 0 ? {} : { "brand-report": [ofBrands(brands)] };

function BrandChoice({ brands, onChange }: { brands: string[]; onChange(ids: string[]): void }) {
  const { data } = useBrandList();
  return (
    <MultiSelect
      aria-label="Brands of the brand report"
      placeholder={brands.length > 0 ? "" : "Every brand"}
      size="xs"
      w={260}
      searchable
      clearable
      data={data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={brands}
      onChange={onChange}
    />
  );
}

function Files({
  title,
  files,
  format,
  sizes,
  dimensions = [],
  rows = {},
  children,
}: {
  title: string;
  files: { what: string; label: string; text: string }[];
  format: "csv" | "jsonl";
  sizes: Record<string, string | undefined>;
  dimensions?: readonly string[];
  rows?: Rows;
  children?: ReactNode;
}) {
  const queryOf = useQueryStrings(dimensions);
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Text fw={600} size="sm">
          {title}
        </Text>
        {children}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {files.map(({ what, label, text }) => (
          <Group key={what} justify="space-between" wrap="nowrap" className="file">
            <div>
              <Text size="sm" fw={500}>
                {label}
              </Text>
              <Fine>{text}</Fine>
            </div>
            <Button
              component="a"
              href={`/app/export/${what}.${format}?${queryOf(what, rows[what])}`}
              download
              onClick={() => say(`Your browser saves ${label.toLowerCase()} with its downloads.`)}
              size="xs"
              variant="default"
              flex="none"
              leftSection={<IconDownload size={14} aria-hidden />}
              aria-label={[`Save ${label.toLowerCase()}`, sizes[what]].filter(Boolean).join(": ")}
            >
              {sizes[what] ?? "Save"}
            </Button>
          </Group>
        ))}
      </SimpleGrid>
    </div>
  );
}

/** How many rows files have, as far as a list or report of the same rows says it. */
function useSizes(dimensions: Split[], rows: Rows): Record<string, string | undefined> {
  const { project_id, scope, timezone } = useHere();
  const input = { project_id, ...reportInput(scope, timezone), limit: 1 };
  const filters = [...input.filters, ...(rows["brand-report"] ?? [])];
  const counts = {
    answers: useAsk("browse_chats", input),
    "brand-report": useAsk("get_brand_report", { ...input, filters, dimensions }),
    "domain-report": useAsk("get_domain_report", { ...input, dimensions }),
    "url-report": useAsk("get_url_report", { ...input, dimensions }),
  };
  return Object.fromEntries(
    Object.entries(counts).map(([what, { data, isPlaceholderData }]) => [
      what,
      data && !isPlaceholderData ? someRows(data.total_count) : undefined,
    ]),
  );
}

/** The range and filters as every export takes them, with those of its rows; of archived prompts, too, as reports count them. */
function useQueryStrings(dimensions: readonly string[]) {
  const { project_id, scope, timezone } = useHere();
  const { date_from, date_to, filters, branded } = reportInput(scope, timezone);
  return (what: string, rows: readonly RowFilter[] = []) => {
    const query = new URLSearchParams({ project_id, date_from, date_to });
    for (const name of dimensions) query.append("dimensions", name);
    for (const filter of [...filters, ...rows]) query.append("filters", JSON.stringify(filter));
    query.set("branded", branded);
    if (ANSWERS.some((file) => file.what === what)) query.set("include_archived", "true");
    return query.toString();
  };
}
