import { Box, Button, Group, Select } from "@mantine/core";
import { IconMessageQuestion, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { FollowRun } from "../../brands/follow-run.tsx";
import { usePromptChanges } from "../../brands/prompt-changes.ts";
import { RunNow } from "../../brands/run-now.tsx";
import { useFirstAsked } from "../../brands/use-first-asked.ts";
import { useAgain, useAskAll, useLastTurn } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { periodOf, withFilters } from "../../scope.ts";
import { CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { SearchField } from "../../widgets/search-field.tsx";
import type { Sorting } from "../../widgets/sorting.ts";
import { Empty, Failed } from "../../widgets/states.tsx";
import { Changed } from "../../words/changes-note.tsx";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { useCanAsk } from "./ask-offer.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { promptColumns } from "./columns.tsx";
import { isKept, type PromptsSearch, readPromptsSearch } from "./search.ts";
import { useGroups, useOwnVisibility, useWinners } from "./use-prompts.ts";

const ROWS = 50;

/** The prompts of the scope, to be searched, sorted, picked and changed together. */
export function PromptList({ onAdd }: { onAdd(): void }) {
  const { project_id, scope, timezone, canWrite } = useHere();
  const [search, setSearch] = useOwnSearch(readPromptsSearch);
  const prompts = useAskAll("list_prompts", { project_id }, { beside: false });
  const { own, rows, error } = useOwnVisibility();
  const groups = useGroups();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  // Whoever has just added some sees them at once.
  const newest = [...(prompts.data ?? [])].reverse();
  const kept = newest.filter((prompt) => isKept(prompt, scope, search));
  const ids = kept.map(({ id }) => id).filter((id) => picked.has(id));
  const color = own?.color ?? "var(--accent)";
  const [asking, setAsking] = useState<string | null>(null);
  const canAsk = useCanAsk();
  const { winners, error: unknown } = useWinners(prompts.data?.length);
  const words = wordsOf(search);
  const isCompared = scope.compare !== false;
  const isOfSeveral = new Set(prompts.data?.map((prompt) => prompt.country_code)).size > 1;
  const { asked: judged, changes } = usePromptChanges(own?.id, useLastTurn() && isCompared);
  const columns = promptColumns({
    ...{ ...groups, seen: rows, color, winners, isCompared, isOfSeveral },
    firstAsked: useFirstAsked()(),
    onAsk: canAsk ? setAsking : undefined,
    changes: judged.isPending || judged.isPlaceholderData ? null : changes,
  });
  const order = {
    sorting: search.sort ? { key: search.sort, isDown: search.dir !== "asc" } : null,
    page: search.page ?? 1,
    sort: ({ key, isDown }: Sorting) =>
      setSearch({ sort: key, dir: isDown ? undefined : "asc", page: undefined }),
    turn: (page: number) => setSearch({ page }),
  };
  const again = useAgain();
  const failed = error ?? judged.error ?? unknown;
  return (
    <>
      <FollowRun />
      {asking && <RunNow prompt_ids={[asking]} onClose={() => setAsking(null)} />}
      <Filters search={search} narrow={(change) => setSearch({ ...change, page: undefined })} />
      {failed && (
        <Box mb="sm">
          <Failed error={failed} retry={() => again({ error: failed })} />
        </Box>
      )}
      <Panel
        title={titleOf(kept.length, prompts.data?.length) + withFilters(scope, words)}
        action={
          <CsvButton
            name="prompts"
            rows={rows && winners !== undefined ? kept : []}
            columns={columns}
            of={{
              ...periodOf(scope, timezone),
              narrowed: words,
              branded: scope.branded ?? "include",
              isCompared,
            }}
          />
        }
      >
        <Answered asked={prompts} height={420}>
          {(all) => (
            <Changed of={kept.map(({ id }) => ({ change: changes.get(id) }))}>
              <DataTable
                name="Prompts"
                rows={kept}
                columns={columns}
                keyOf={({ id }) => id}
                size={ROWS}
                kept={order}
                {...(canWrite && { selection: { ids: new Set(ids), set: setPicked } })}
                empty={<NoPrompts isFresh={all.length === 0} onAdd={onAdd} />}
              />
            </Changed>
          )}
        </Answered>
        {ids.length > 0 && canWrite && (
          <BulkBar
            picked={kept.filter(({ id }) => picked.has(id))}
            all={kept.length}
            onAll={() => setPicked(new Set(kept.map(({ id }) => id)))}
            onDone={() => setPicked(new Set())}
          />
        )}
      </Panel>
    </>
  );
}

const STATES = [
  { value: "active", label: "Active" },
  { value: "archived", label: "Archived" },
  { value: "all", label: "Active and archived" },
];

/** What the list is narrowed to beside the scope. */
const wordsOf = ({ q, status }: PromptsSearch) => [
  ...(q ? [`Search: ${q}`] : []),
  ...(status ? [`State: ${STATES.find(({ value }) => value === status)?.label}`] : []),
];

function titleOf(kept: number, all: number | undefined): string {
  if (all === undefined) return "Prompts";
  return kept === all ? `${whole(all)} prompts` : `${whole(kept)} of ${whole(all)} prompts`;
}

function Filters({
  search,
  narrow,
}: {
  search: PromptsSearch;
  narrow(change: { [Name in keyof PromptsSearch]?: PromptsSearch[Name] | undefined }): void;
}) {
  return (
    <Group gap="xs" mb="sm" className="no-print">
      <SearchField
        label="Search prompts"
        placeholder="Search prompts"
        value={search.q}
        onChange={(q) => narrow({ q })}
      />
      <Select
        aria-label="State"
        w={160}
        data={STATES}
        comboboxProps={{ width: 200, position: "bottom-start" }}
        value={search.status ?? "active"}
        onChange={(value) =>
          narrow({ status: value === "active" ? undefined : (value as PromptsSearch["status"]) })
        }
      />
      <Dim visibleFrom="sm">
        Topic, tag, country and your own name are under Filters. Newest prompts come first, unless
        you press a column’s name.
      </Dim>
    </Group>
  );
}

function NoPrompts({ isFresh, onAdd }: { isFresh: boolean; onAdd(): void }) {
  const { canWrite } = useHere();
  return (
    <Empty
      icon={<IconMessageQuestion size={32} aria-hidden />}
      title={isFresh ? "No prompts yet" : "No matching prompt"}
      action={
        isFresh &&
        canWrite && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            Add prompts
          </Button>
        )
      }
    >
      {isFresh
        ? "Write the questions that your buyers ask an assistant before they buy: at least twenty, without your name, so that the numbers are meaningful."
        : "Remove a filter, search for other words or include archived prompts."}
    </Empty>
  );
}
