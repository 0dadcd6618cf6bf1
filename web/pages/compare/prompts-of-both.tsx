import { Text, Tooltip } from "@mantine/core";
import { use } from "react";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { useAskAll } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { compareInput, ofBrands, reportInput, withFilters } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { type Column, CsvButton, DataTable } from "../../widgets/data-table.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Change } from "../../words/change.tsx";
import { Changed, ReasonTold, sayWhichAnswers } from "../../words/changes-note.tsx";
import { asShown, leavesOutZero, readsAsNone, verdictOf, whyUnshown } from "../../words/doubt.ts";
import { useNames } from "../../words/names.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import type { Lead } from "./since.tsx";

type Brand = BrandRow["brand"];
type Pair = { prompt_id: string; one: number; other: number; answers: number; lead?: Lead };
const ROWS = 25;

/** In which prompts one of two brands is named more often than the other, the largest lead first. */
export function PromptsOfBoth({ one, other }: { one: Brand; other: Brand }) {
  const { project_id, scope, timezone } = useHere();
  const nameOf = useNames("prompt_id");
  const input = reportInput(scope, timezone, [ofBrands([one.id, other.id])]);
  const report = useAskAll("get_brand_report", {
    ...{ project_id, ...input, ...compareInput(scope), dimensions: ["prompt_id"] },
    other_brand_id: other.id,
  });
  const pairs = pairsOf(report.data ?? [], one.id);
  const share = (key: "one" | "other", brand: Brand): Column<Pair> => ({
    key,
    header: brand.name,
    align: "right",
    value: (pair) => pair[key] / pair.answers,
    show: (pair) => (
      <Behind count={pair[key]} of={{ brand_id: brand.id, prompt_id: pair.prompt_id }}>
        {percent(pair[key] / pair.answers)}
      </Behind>
    ),
  });
  const columns: Column<Pair>[] = [
    {
      key: "prompt",
      header: "Prompt",
      value: (pair) => nameOf(pair.prompt_id),
      show: (pair) => (
        <PageLink isQuiet to="/prompts/$prompt_id" params={{ prompt_id: pair.prompt_id }}>
          <span className="name">{nameOf(pair.prompt_id)}</span>
        </PageLink>
      ),
    },
    {
      key: "answers",
      header: "Answers",
      align: "right",
      place: "roomy",
      value: (pair) => pair.answers,
      show: (pair) => (
        <Behind count={pair.answers} of={{ prompt_id: pair.prompt_id }}>
          {whole(pair.answers)}
        </Behind>
      ),
    },
    share("one", one),
    share("other", other),
    ...leadColumns({ one, other, isCompared: scope.compare !== false }),
  ];
  return (
    <Panel
      title="By prompt"
      action={
        <CsvButton
          name="prompts of both"
          rows={pairs}
          columns={columns}
          of={{ ...input, isCompared: scope.compare !== false }}
        />
      }
    >
      <Answered asked={report} height={240}>
        {() => (
          <Changed of={pairs.map(({ lead }) => ({ change: lead?.change }))}>
            <DataTable
              name="By prompt"
              rows={pairs}
              columns={columns}
              keyOf={({ prompt_id }) => prompt_id}
              sorting={{ key: "lead", isDown: false }}
              size={ROWS}
              few={{}}
              empty={
                <Text size="sm">No prompt has answers in these days{withFilters(scope)}.</Text>
              }
            />
            {scope.compare !== false && (
              <Fine mt="xs">{sayWhichAnswers(pairs.map(besideOf)) && WEIGHED_ALIKE}</Fine>
            )}
          </Changed>
        )}
      </Answered>
    </Panel>
  );
}

const WEIGHED_ALIKE =
  "A lead counts all answers, so an assistant weighs more in the period in which it answered more often. What was gained or lost weighs each assistant alike in both periods, so it need not be the difference of two leads.";

const leadOf = ({ one, other, answers }: Pair) => (one - other) / answers;
/** The same, as the two shares beside it are shown. */
const leadShown = (pair: Pair): number =>
  asShown({ value: leadOf(pair) }, [pair.other / pair.answers, pair.one / pair.answers], percent)
    .value;
const changeShown = (pair: Pair) =>
  pair.lead?.change &&
  asShown(pair.lead.change, [pair.lead.previous, leadOf(pair)], percent, leadShown(pair));
const besideOf = (pair: Pair) => ({
  ...{ change: pair.lead?.change, before: pair.lead?.previous, now: leadOf(pair), show: points },
});

/** How far the one brand is ahead in each prompt; where periods are compared, also before, and whether that changed. */
function leadColumns({
  one,
  other,
  isCompared,
}: Record<"one" | "other", Brand> & { isCompared: boolean }) {
  const lead: Column<Pair> = {
    key: "lead",
    header: "Lead",
    hint: `${one.name} minus ${other.name}, in points. It is certain where its 95\u00A0% interval leaves out 0. ${WIDTH}`,
    align: "right",
    value: leadOf,
    show: (pair) => (
      <Tooltip
        maw={360}
        label={pair.lead && intervalOf(pair.lead)}
        disabled={!pair.lead || !intervalOf(pair.lead)}
      >
        <Text component="div" size="sm" className="wraps" tabIndex={0}>
          {signed(leadShown(pair), points)}
          {leadShown(pair) !== 0 && pair.lead && (
            <Fine span display="block">
              {leavesOutZero(pair.lead) ? "more than chance" : "may be chance"}
            </Fine>
          )}
        </Text>
      </Tooltip>
    ),
  };
  const ends = (["low", "high"] as const).map(
    (end): Column<Pair> => ({
      ...{
        key: `lead_${end}`,
        header: "",
        csvOnly: true,
        value: (pair) => pair.lead?.[end] ?? null,
      },
    }),
  );
  const before: Column<Pair> = {
    key: "lead_before",
    header: "Lead before",
    align: "right",
    place: "spare",
    value: ({ lead }) => lead?.previous ?? null,
    show: ({ lead }) =>
      typeof lead?.previous !== "number" || whyUnshown(lead.change) ? (
        "–"
      ) : (
        <span className="nowrap">{signed(lead.previous, points)}</span>
      ),
  };
  const change: Column<Pair> = {
    key: "lead_change",
    header: "Gained or lost",
    hint: "How the lead changed. Gained and lost are more than chance; of all that are called so, at most 5 % are chance.",
    align: "right",
    value: ({ lead }) => lead?.change?.value ?? null,
    show: (pair) => (
      <>
        <Change change={changeShown(pair)} show={points} isOurs={one.is_own} none="–" isSaid />
        <Word change={changeShown(pair)} />
      </>
    ),
  };
  const verdict: Column<Pair> = {
    ...{ key: "lead_verdict", header: "", csvOnly: true },
    value: ({ lead }) => (lead?.change ? gainedOrLost(lead) : null),
  };
  return [lead, ...ends, ...(isCompared ? [before, change, verdict] : [])];
}

/** Why one lead can be certain where another one that is as large, of as many answers, is not. */
const WIDTH =
  "The interval is wider where an assistant changes its answer from day to day, and narrower where it keeps to it: so of two leads that are alike, of as many answers, one may be chance.";

const intervalOf = ({ low, high }: Lead) =>
  low !== null && high !== null
    ? `95\u00A0% interval ${signed(low, points)} to ${signed(high, points)}. ${WIDTH}`
    : undefined;

function gainedOrLost({ change }: Pick<Lead, "change">): string {
  if (!change?.significant)
    return change ? verdictOf({ ...change, reason: undefined }) : "not tested";
  return (change.value ?? 0) < 0 ? "lost" : "gained";
}

/** The same below the change, in a word, or why that is not known, unless that is said above all of them. */
function Word({ change }: { change: Lead["change"] }) {
  const isTold = use(ReasonTold);
  if (!change || change.value === null || whyUnshown(change)) return null;
  if (readsAsNone(change, points)) return null;
  if (change.significant === null && isTold) return null;
  return (
    <Fine component="span" className="verdict below">
      {change.significant === null ? change.reason : gainedOrLost({ change })}
    </Fine>
  );
}

function pairsOf(rows: readonly BrandRow[], one_id: string): Pair[] {
  const pairs = new Map<string, Pair>();
  for (const { prompt_id, brand, visibility_count, visibility_total, lead } of rows) {
    if (!prompt_id || visibility_total === 0) continue;
    const pair = pairs.get(prompt_id) ?? { prompt_id, one: 0, other: 0, answers: visibility_total };
    const isOne = brand.id === one_id;
    pair[isOne ? "one" : "other"] = visibility_count;
    if (isOne && lead) pair.lead = lead.visibility;
    pairs.set(prompt_id, pair);
  }
  return [...pairs.values()];
}
