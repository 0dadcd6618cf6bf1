import { Button, Text } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { callAll, useAskAll } from "../../all-pages.ts";
import { useAnswerLabels } from "../../brands/answer-labels.tsx";
import { BeforeAnswers } from "../../brands/no-answers.tsx";
import { useAsk } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useBrands, useOwnName } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { leadsInput, withFilters } from "../../scope.ts";
import { type Column, CsvButton, PagePaging } from "../../widgets/data-table.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Empty } from "../../widgets/states.tsx";
import { type Actions, actionOf, howOf, type Opportunity } from "../../words/advice.ts";
import { whole } from "../../words/numbers.ts";
import { Gap } from "./gap.tsx";
import { SplitControl, usePartNames, useSplit } from "./split.tsx";

const SIZE = 20;
/** Of those of a page, how many are shown at first. */
const FIRST = 6;

/** Gaps with their evidence: where a competitor is named more than the own brand, and what to do about it. */
export function Opportunities() {
  const { project_id, scope, timezone } = useHere();
  const search = useSearch({ strict: false }) as { page?: string; more?: string };
  const navigate = useNavigate();
  const page = Math.max(1, Math.trunc(Number(search.page)) || 1);
  const { input, cut } = leadsInput(scope, timezone);
  const [dimension, setDimension] = useSplit();
  const partOf = usePartNames();
  const split = dimension === "none" ? {} : { dimension };
  const query = { project_id, ...input, ...split };
  const gaps = useAsk("list_opportunities", { ...query, limit: SIZE, offset: (page - 1) * SIZE });
  const decided = useAskAll("list_actions", { project_id, ...input });
  const asked = {
    ...{ ...gaps, data: decided.data && gaps.data, error: gaps.error ?? decided.error },
    refetch: () => Promise.all([gaps.refetch(), decided.refetch()]),
  };
  const actions = new Map(decided.data?.map((action) => [action.action_key, action]));
  const brands = useBrands();
  const own = useOwnName();
  const columns = columnsOf({ own, actions, partOf, nameOf: (id) => brands.get(id)?.name ?? id });
  const isShort = page === 1 && !search.more;
  // Showing more is no page of its own: back leads to where one came from, and back to it all of it is shown.
  const go = (change: { page?: string; more?: string }) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, ...change }),
      ...(change.more && { replace: true, resetScroll: false }),
    } as never);
  return (
    <>
      <PageTitle
        title="Opportunities"
        text={
          <>
            Where a competitor is named more than {own}, the surest large gaps first.{cut}{" "}
            <PageLink isInText to="/actions">
              Actions
            </PageLink>{" "}
            is where you decide what to do about them, give it to somebody and see what came of it.
          </>
        }
        scoped
      >
        <CsvButton
          name="opportunities"
          rows={gaps.data?.data ?? []}
          load={() => callAll("list_opportunities", query)}
          total={gaps.data?.total_count}
          columns={columns}
          of={input}
        />
        <SplitControl value={dimension} onChange={setDimension} />
      </PageTitle>
      <Answered asked={asked} outline={<CardOutline height={320} />}>
        {({ data, total_count }) => (
          <Panel
            title={`${total_count === 1 ? "1 gap" : `${whole(total_count)} gaps`}${withFilters(scope)}`}
          >
            {total_count === 0 ? (
              <BeforeAnswers>
                <Empty
                  icon={<IconTargetArrow size={32} aria-hidden />}
                  title="No gap is certain enough"
                >
                  Either no competitor is named more than {own} anywhere, or there are too few
                  answers in this range to say. Widen the range, or ask more prompts.
                </Empty>
              </BeforeAnswers>
            ) : (
              <GapList gaps={data.slice(0, isShort ? FIRST : SIZE)} actions={actions} />
            )}
            {total_count > 0 && (
              <Text size="xs" c="dimmed" mt="sm">
                A gap is a lead, not a cause. Among many places some look worse by chance.
              </Text>
            )}
            {isShort && data.length > FIRST ? (
              <Button variant="default" mt="md" onClick={() => go({ more: "1" })}>
                Show {whole(total_count - FIRST)} more
              </Button>
            ) : (
              <PagePaging
                page={page}
                size={SIZE}
                total={total_count}
                onPage={(next) => go({ page: String(next) })}
              />
            )}
          </Panel>
        )}
      </Answered>
    </>
  );
}

function GapList({ gaps, actions }: { gaps: readonly Opportunity[]; actions: Actions }) {
  const own = useOwnName();
  const partOf = usePartNames();
  const labels = useAnswerLabels(gaps.flatMap(({ chat_ids }) => chat_ids));
  return (
    <ol className="bare-list gaps">
      {gaps.map((gap) => (
        <li key={`${partOf(gap)} ${gap.source?.domain ?? gap.prompt?.id}`}>
          <Gap {...{ gap, own, actions, labels }} part={partOf(gap)} />
        </li>
      ))}
    </ol>
  );
}

/** What the CSV file has of each gap. */
function columnsOf({
  own,
  actions,
  partOf,
  nameOf,
}: {
  own: string;
  actions: Actions;
  partOf: (gap: Opportunity) => string;
  nameOf: (id: string) => string;
}): Column<Opportunity>[] {
  const values: Record<string, Column<Opportunity>["value"]> = {
    kind: (gap) => gap.kind,
    what: (gap) => gap.source?.domain ?? gap.prompt?.text,
    advice: (gap) => actionOf(gap, { own, actions }).todo,
    status: (gap) => actionOf(gap, { own, actions }).action?.status ?? "open",
    how: (gap) => howOf(gap, own),
    part: partOf,
    own_share: (gap) => gap.own_share,
    own_count: (gap) => gap.own_count,
    answers: (gap) => gap.answer_count,
    best_brand: (gap) => gap.best_brand.name,
    best_share: (gap) => gap.best_share,
    best_count: (gap) => gap.best_count,
    best_total: (gap) => gap.best_total,
    difference: (gap) => gap.difference,
    difference_low: (gap) => gap.difference_low,
    difference_high: (gap) => gap.difference_high,
    missing: (gap) => gap.missing_count,
    evidence: (gap) => gap.evidence_count,
    competitors: (gap) => gap.competitor_ids.map(nameOf).join("; "),
    prompts: (gap) => gap.source?.prompts.map(({ text }) => text).join("; "),
    pages: (gap) => gap.source?.pages.map(({ url }) => url).join(" "),
    sources: (gap) => gap.prompt?.sources.map(({ domain }) => domain).join("; "),
  };
  return Object.entries(values).map(([key, value]) => ({ key, header: "", value }));
}
