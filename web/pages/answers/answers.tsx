import { Button, Group } from "@mantine/core";
import { IconMessages } from "@tabler/icons-react";
import {
  type AnswersSearch,
  browseInput,
  NO_BRAND,
  PAGE_SIZE,
  readAnswersSearch,
  searchFilters,
  soughtBy,
  tonedBrand,
} from "../../answers-search.ts";
import { callAll } from "../../asking.ts";
import { LostLink } from "../../brands/lost-link.tsx";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useBrands } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { periodOf, withFilters } from "../../scope.ts";
import { CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { PageLink } from "../../widgets/page-link.tsx";
import { NoSuchPage, PagePaging } from "../../widgets/paging.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { useNames } from "../../words/names.ts";
import { whole } from "../../words/numbers.ts";
import { shownAddress } from "../../words/shown-address.ts";
import { useTone } from "../../words/tone.tsx";
import { answerColumns } from "./columns.tsx";
import { filesOf } from "./files-of.ts";
import { AnswerFilters } from "./filters.tsx";

const NAME = "Answers";

/** Every captured answer of the range and filters: what the reports are counted from. */
export function Answers() {
  const { project_id, scope, timezone } = useHere();
  const [search, setSearch] = useOwnSearch(readAnswersSearch);
  const page = search.page ?? 1;
  const turn = (next: number) => setSearch({ page: next });
  const first = (page - 1) * PAGE_SIZE;
  const brands = useBrands();
  const models = useAsk("list_models", { project_id, limit: 1000 });
  const names = new Map(models.data?.data.map(({ id, name }) => [id, name]));
  const query = { project_id, ...browseInput(scope, search, timezone) };
  const chats = useAsk("browse_chats", { ...query, limit: PAGE_SIZE, offset: first });
  const rows = chats.data?.data ?? [];
  const promptName = useNames("prompt_id", search.prompt_id !== undefined);
  const brandName = (id: string) => brands.get(id)?.name ?? id;
  const nameOf = { brand: brandName, prompt: promptName, address: shownAddress };
  const own = searchFilters(search, nameOf);
  const { files, isWith } = filesOf(scope, own);
  const modelName = (id: string) => names.get(id) ?? id;
  const { how } = useTone();
  const toned = tonedBrand(search, scope);
  const tone = { of: (toned && brands.get(toned)?.name) || "your brand", how };
  const ofList = [search.brand_id, search.first_brand_id].filter((id) => id !== undefined);
  const wanted = [...ofList, ...(scope.mentioned ?? [])];
  const columns = answerColumns({ brands, modelName, search, first, rows, wanted, tone });
  return (
    <>
      <PageTitle
        title={NAME}
        text={
          <>
            What assistants said, word for word. Answers to archived prompts are included, as in
            reports.
            {search.status === undefined &&
              " This list also has answers that are empty, refused or failed, which reports leave out."}
            <LostLink search={{ ...search, ...NO_BRAND, page: undefined }} />
          </>
        }
        scoped={search.prompt_id ? "one prompt" : true}
        own={own}
      />
      <AnswerFilters
        search={search}
        brands={brands}
        narrow={(change) => setSearch({ ...change, page: undefined })}
      />
      <Panel
        title={chats.data ? countOf(chats.data.total_count) + withFilters(scope, own) : NAME}
        action={
          <Group gap="xs" justify="flex-end">
            <CsvButton
              name="list of answers"
              without="texts"
              rows={rows}
              load={() => callAll("browse_chats", query)}
              total={chats.data?.total_count}
              columns={columns}
              of={{
                ...periodOf(scope, timezone),
                narrowed: own.map(({ label }) => label),
                branded: query.branded,
              }}
            />
            <span className="no-print">
              <PageLink to="/settings" search={{ tab: "exports", files }}>
                {["With texts", isWith].filter(Boolean).join(", ")}: Exports
              </PageLink>
            </span>
          </Group>
        }
      >
        <Answered asked={chats} height={420}>
          {({ data, total_count }) => (
            <>
              <DataTable
                name={NAME}
                rows={data}
                columns={columns}
                keyOf={({ id }) => id}
                sorting="server"
                empty={
                  total_count > 0 ? (
                    <NoSuchPage page={page} onPage={turn} />
                  ) : (
                    <NoSuchAnswers search={search} clear={setSearch} />
                  )
                }
              />
              <PagePaging page={page} size={PAGE_SIZE} total={total_count} onPage={turn} />
            </>
          )}
        </Answered>
      </Panel>
    </>
  );
}

const countOf = (total: number) => (total === 1 ? "1 answer" : `${whole(total)} answers`);

function NoSuchAnswers({
  search,
  clear,
}: {
  search: AnswersSearch;
  clear(change: { [Name in keyof AnswersSearch]?: undefined }): void;
}) {
  const { page: _, sort: __, tone_on: ___, q: ____, ...others } = search;
  const narrowed = { ...others, ...(soughtBy(search) && { q: search.q }) };
  const names = Object.keys(narrowed) as (keyof AnswersSearch)[];
  if (names.length === 0) return <NoAnswers />;
  return (
    <Empty
      icon={<IconMessages size={32} aria-hidden />}
      title="No matching answer"
      action={
        <Button
          variant="default"
          size="xs"
          onClick={() =>
            clear(Object.fromEntries([...names, "page"].map((name) => [name, undefined])))
          }
        >
          Clear search and filters of this list
        </Button>
      }
    >
      Remove a filter, search for other words or widen the range.
    </Empty>
  );
}
