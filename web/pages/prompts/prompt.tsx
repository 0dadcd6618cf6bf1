import { Button, Grid, Group, Stack, Text } from "@mantine/core";
import { IconArchive, IconArchiveOff, IconPencil, IconPlayerPlay } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { type BrandRow, useBrandColumns } from "../../brands/brand-columns.tsx";
import { useBrandColors } from "../../brands/brand-lines.ts";
import { ChatList } from "../../brands/chat-list.tsx";
import { DimensionTable } from "../../brands/dimension-table.tsx";
import { PromptAction } from "../../brands/prompt-action.tsx";
import { judgedRows, usePromptChanges } from "../../brands/prompt-changes.ts";
import { RunNow } from "../../brands/run-now.tsx";
import { TopSources } from "../../brands/top-sources.tsx";
import { VisibilityTrend } from "../../brands/visibility-trend.tsx";
import { useAsk } from "../../data.ts";
import { FailedPage, PageTitle } from "../../frame/page-title.tsx";
import { useOwnBrand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import {
  compareInput,
  periodOf,
  type ReportFilter,
  reportInput,
  withFilters,
} from "../../scope.ts";
import { say } from "../../widgets/confirm.tsx";
import { CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { OnPaper, PRINTED_MAX } from "../../widgets/on-paper.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Changed } from "../../words/changes-note.tsx";
import { listed, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { BeingAsked, NoneToIt } from "./being-asked.tsx";
import { EditPrompt } from "./edit-prompt.tsx";
import { PromptFacts } from "./prompt-facts.tsx";
import { type Prompt, useBulk } from "./use-prompts.ts";

const SEARCHES_SHOWN = 10;

/** One prompt: who is named in its answers, where they come from, and the answers themselves. */
export function PromptPage() {
  const { prompt_id = "" } = useParams({ strict: false }) as { prompt_id?: string };
  const { project_id } = useHere();
  const prompt = useAsk("get_prompt", { project_id, prompt_id }, { fresh: true });
  const own = useOwnBrand();
  const only: ReportFilter[] = [{ field: "prompt_id", operator: "in", values: [prompt_id] }];
  const report = useBrandRows(only);
  if (prompt.error && !prompt.data) {
    const list = <PageLink to="/prompts">All prompts</PageLink>;
    return <FailedPage title="Prompt" list={list} asked={prompt} />;
  }
  return (
    <>
      <PageTitle
        title={prompt.data?.text ?? "Prompt"}
        text={prompt.data ? <PromptFacts prompt={prompt.data} /> : <>&nbsp;</>}
        scoped="one prompt"
      >
        {prompt.data && <Actions prompt={prompt.data} />}
      </PageTitle>
      <Stack>
        <BeingAsked prompt_id={prompt_id} />
        <Brands report={report} prompt_id={prompt_id} subject={prompt.data?.text ?? ""} />
        {(report.data || !report.error) && (
          <VisibilityTrend rows={report.data?.data} only={only} subject={prompt.data?.text} />
        )}
        {own && (
          <DimensionTable
            brand_id={own.id}
            dimension="model_id"
            color={own.color}
            only={only}
            subject={prompt.data?.text}
            title={`How often assistants name ${own.name}`}
          />
        )}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 6 }}>
            <TopSources only={only} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }}>
            <Searches only={only} />
          </Grid.Col>
        </Grid>
        <Panel title="Newest answers">
          <ChatList filter={{ prompt_id }} />
        </Panel>
      </Stack>
    </>
  );
}

function Actions({ prompt }: { prompt: Prompt }) {
  const { canWrite } = useHere();
  const [open, setOpen] = useState<"edit" | "ask" | null>(null);
  const bulk = useBulk();
  if (!canWrite) return null;
  const isActive = prompt.status === "active";
  const Icon = isActive ? IconArchive : IconArchiveOff;
  const done = isActive
    ? "Archived: no longer asked; its answers stay in reports."
    : "Active again: it is asked with the next run.";
  const archive = () =>
    bulk.mutate(
      { name: isActive ? "archive_prompts" : "unarchive_prompts", ids: [prompt.id] },
      { onSuccess: () => say(done), onError: (error) => say(error.message) },
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setOpen("edit")}
      >
        Edit
      </Button>
      <Button
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={bulk.isPending}
        onClick={archive}
      >
        {isActive ? "Archive" : "Restore"}
      </Button>
      {isActive && (
        <Button
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => setOpen("ask")}
        >
          Ask now
        </Button>
      )}
      {open === "edit" && <EditPrompt prompt={prompt} onClose={() => setOpen(null)} />}
      {open === "ask" && <RunNow prompt_ids={[prompt.id]} onClose={() => setOpen(null)} />}
    </>
  );
}

/** The report on the answers to this prompt, which feeds the table and the choice of lines. */
function useBrandRows(only: readonly ReportFilter[]) {
  const { project_id, scope, timezone } = useHere();
  const input = { ...reportInput(scope, timezone, only), ...compareInput(scope) };
  return useAsk("get_brand_report", { project_id, ...input, limit: 1000 });
}

type Shown = { report: ReturnType<typeof useBrandRows>; prompt_id: string; subject?: string };
function Brands({ report, prompt_id, subject }: Shown) {
  const { scope, timezone } = useHere();
  const colors = useBrandColors();
  const all = report.data?.data ?? [];
  const named = all.filter(({ brand, visibility_count }) => visibility_count > 0 || brand.is_own);
  const own = named.find(({ brand }) => brand.is_own)?.brand;
  const judged = usePromptChanges(own?.id, scope.compare !== false).changes.get(prompt_id);
  const rows = judgedRows(named, judged);
  const columns = useBrandColumns(
    {
      key: "brand",
      header: "Brand",
      value: (row) => row.brand.name,
      show: (row) => <Name row={row} />,
    },
    {
      rows,
      colorOf: (row) => colors.get(row.brand.id) ?? "var(--accent)",
      isCompared: scope.compare !== false,
      within: { prompt_id },
    },
  );
  const silent = all.filter((row) => !named.includes(row)).map(({ brand }) => brand.name);
  return (
    <Panel
      title="Who is named"
      action={
        report.data?.population.answers !== 0 && (
          <CsvButton
            name="who-is-named"
            rows={rows}
            columns={columns}
            of={{
              ...periodOf(scope, timezone),
              branded: "include",
              narrowed: subject ? [subject] : [],
              isCompared: scope.compare !== false,
            }}
          />
        )
      }
    >
      <Answered asked={report}>
        {({ population }) =>
          population.answers === 0 ? (
            <NoneToIt prompt_id={prompt_id} />
          ) : (
            <Changed
              of={rows.map(({ change }) => ({ change: change?.visibility }))}
              untested={
                judged?.significant != null && own
                  ? `Only the change of ${own.name} is tested here, together with those of your other prompts: for the others one prompt is too few.`
                  : undefined
              }
            >
              <DataTable
                name="Who is named"
                rows={rows}
                columns={columns}
                keyOf={(row) => row.brand.id}
                sorting={{ key: "visibility", isDown: true }}
              />
              {silent.length > 0 && (
                <Dim mt="xs">
                  In none of its {whole(population.answers)} answers:{" "}
                  <bdi>
                    <OnPaper screen={listed(silent, 5)} paper={listed(silent, PRINTED_MAX)} />
                  </bdi>
                  .
                </Dim>
              )}
              <PromptAction prompt_id={prompt_id} />
            </Changed>
          )
        }
      </Answered>
    </Panel>
  );
}

function Name({ row: { brand } }: { row: BrandRow }) {
  return (
    <PageLink
      isQuiet
      opensRow
      to="/brands/$brand_id"
      params={{ brand_id: brand.id }}
      style={{ fontWeight: brand.is_own ? 650 : 400 }}
    >
      <bdi className="name">{brand.name}</bdi>
    </PageLink>
  );
}

/** What assistants searched the web for before they gave the answers of the page. */
function Searches({ only }: { only: readonly ReportFilter[] }) {
  const { project_id, scope, timezone } = useHere();
  const input = reportInput(scope, timezone, only);
  const asked = useAsk("get_search_query_report", { project_id, ...input, limit: 1000 });
  return (
    <Panel title="What assistants searched for">
      <Answered asked={asked}>
        {({ data, total_count }) => {
          const often = data
            .toSorted((a, b) => b.search_count - a.search_count)
            .slice(0, SEARCHES_SHOWN);
          if (often.length === 0) {
            return <Dim>No answer in this range{withFilters(scope)} reports its searches.</Dim>;
          }
          return (
            <Stack gap={8}>
              {often.map(({ query, search_count: count }) => (
                <Group key={query} justify="space-between" wrap="nowrap" align="flex-start">
                  <Text size="sm">{query}</Text>
                  <Dim className="nowrap">{count === 1 ? "once" : `${whole(count)} times`}</Dim>
                </Group>
              ))}
              {total_count > often.length && (
                <Fine>
                  The {whole(often.length)} most frequent of {whole(total_count)}. All are in the
                  file “Searches” of Exports.
                </Fine>
              )}
            </Stack>
          );
        }}
      </Answered>
    </Panel>
  );
}
