import { List, SimpleGrid, Stack, Text } from "@mantine/core";
import dayjs from "dayjs";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { useAgain, useAsk, useAskAll } from "../../data.ts";
import type { Brand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import {
  aroundDay,
  beforeOf,
  compareDays,
  NO_DAYS,
  periodOf,
  reportInput,
  showDay,
} from "../../scope.ts";
import { BothPeriods } from "../../widgets/both-periods.tsx";
import { Folded } from "../../widgets/folded.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { askedValue, changedPart } from "../../words/asked.ts";
import { readsAsNone, verdictOf, whyUnshown } from "../../words/doubt.ts";
import { sayBrackets } from "../../words/interval.ts";
import { useNames } from "../../words/names.ts";
import { percent, points, signed, someAnswers } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";
import { Certain } from "./certain.tsx";
import type { Explanation, Part } from "./explanation.ts";
import { Parts, usePartNames } from "./parts.tsx";
import { sayMix, sumOf } from "./sum-words.ts";
import { sayCause, sayWhy } from "./why-words.ts";

/** A change of visibility, split into what it is made of. */
export function Explained({ brand }: { brand: Brand }) {
  const { project_id, scope, timezone } = useHere();
  const [isAll, setAll] = useState(false);
  const input = { project_id, ...reportInput(scope, timezone), ...compareDays(scope) };
  const verdicts = useAskAll(
    "get_brand_report",
    { ...input, compare: "previous_period" },
    { beside: false },
  );
  const split = { ...input, brand_id: brand.id };
  const asked = useAsk("explain_change", { ...split, limit: 1000 });
  const all = useAskAll(
    "explain_change",
    { ...split, all_parts: true },
    { enabled: isAll, beside: "all parts of the change" },
  );
  const rest = isAll && !all.isPlaceholderData && !asked.isPlaceholderData ? all.data : undefined;
  return (
    <Answered asked={asked} outline={OUTLINE}>
      {(found) =>
        found.visibility.answers_before + found.visibility.answers_now === 0 ? (
          <Panel>
            <NoAnswers />
          </Panel>
        ) : (
          <Stack>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Judged found={found} isOld={asked.isPlaceholderData} verdicts={verdicts} />
              <Certain found={found} shown={sumOf(found)?.same ?? null} />
            </SimpleGrid>
            <Dim>
              The tables below count the prompts and assistants asked in both periods, with the same
              weight in both. Other pages count all answers, also of what only one period has, so
              shares there can be higher or lower.
            </Dim>
            <Parts
              found={rest ? { ...found, data: rest } : found}
              shown={sumOf(found)?.same ?? null}
              color={brand.color}
              showAll={() => setAll(true)}
              load={() => callAll("explain_change", { ...split, all_parts: true })}
            />
          </Stack>
        )
      }
    </Answered>
  );
}

const OUTLINE = <CardOutline height={420} />;

/** The change, once it is known whether it is more than chance among those of all brands and numbers, as other pages say it. */
function Judged({
  found,
  isOld,
  verdicts,
}: {
  found: Explanation;
  /** It is still that of other days. */
  isOld: boolean;
  verdicts: Verdicts;
}) {
  const again = useAgain();
  if (!verdicts.data && verdicts.error)
    return <Failed error={verdicts.error} retry={() => again(verdicts)} />;
  if (!verdicts.data || (verdicts.isPlaceholderData && !isOld)) return OUTLINE;
  const row = verdicts.data.find(({ brand }) => brand.id === found.brand.id);
  return <Whole found={found} isSure={row?.change?.visibility.significant ?? true} />;
}

type Verdicts = ReturnType<typeof useAskAll<"get_brand_report">>;

/** Why it changed, in words; then how much, as other pages show it, and beside that both shares, which open their answers. */
function Whole({ found, isSure }: { found: Explanation; isSure: boolean }) {
  const { scope, timezone } = useHere();
  const partName = usePartNames();
  const modelName = useNames("model_id");
  const { brand, visibility, change } = found;
  const period = (share: number | null, answers: number, days: Days) => ({
    ...{ share, count: Math.round((share ?? 0) * answers) },
    of: { brand_id: brand.id, from: days.date_from, to: days.date_to },
  });
  const [now, before] = [periodOf(scope, timezone), beforeOf(scope, timezone)];
  const sum = sumOf(found);
  const isOfSame = sum !== null && sum.shown !== sum.all;
  const naming = sum && {
    ...{ shown: sum.shown, isSure, modelName, before, now },
    partName: (part: object) => partName(part as Part),
  };
  const cause = naming && sayCause(found, naming);
  const judged = { ...change, significant: change.significant && isSure };
  return (
    <Panel title={`Visibility of ${brand.name}`}>
      <Stack gap={4} mb="sm">
        <Text fw={600} className="in-words">
          {naming ? sayWhy(found, naming) : sayNothing(found)}
        </Text>
        {cause && <Text>{cause}</Text>}
      </Stack>
      <BothPeriods
        change={sum && signed(sum.shown, points)}
        ends={change}
        hint={sayBrackets(judged)}
        verdict={
          readsAsNone({ value: sum?.shown ?? null, significant: change.significant }, points)
            ? "no change"
            : verdictOf(judged)
        }
        isOfSame={isOfSame}
        before={period(visibility.before, visibility.answers_before, before)}
        now={period(visibility.now, visibility.answers_now, now)}
      />
      <Stack gap={6} mt="sm">
        <ModelChanges found={found} />
        {sum && <AddsUp found={found} sum={sum} />}
        <Folded title="How this is counted">
          <Dim>{sayCounted(found, isSure)}</Dim>
        </Folded>
      </Stack>
    </Panel>
  );
}

/** What the difference of the two shares is made of: the change that other pages show, and the rest. */
function AddsUp({
  found: { visibility, asked_otherwise },
  sum,
}: {
  found: Explanation;
  sum: NonNullable<ReturnType<typeof sumOf>>;
}) {
  const lines: [string, string, string | undefined][] = [
    ["Before", percent(visibility.before), `of ${someAnswers(visibility.answers_before)}`],
    ["Same prompts and assistants", signed(sum.same, points), undefined],
    [
      "Mix of answers",
      signed(sum.rest, points),
      sum.rest === 0 ? undefined : sayMix(asked_otherwise, signed(sum.rest, points)),
    ],
    ["Now", percent(visibility.now), `of ${someAnswers(visibility.answers_now)}`],
  ];
  return (
    <Folded title="How this adds up">
      <dl className="facts">
        {lines.map(([name, value, about]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {about && <Fine>{about}</Fine>}
            </dd>
          </div>
        ))}
      </dl>
    </Folded>
  );
}

type Days = { date_from: string; date_to: string };

/** How a change is tested, how large it has to be, and what the tables below count. */
function sayCounted({ change, data }: Explanation, isSure: boolean): string {
  const { value, low, high, significant } = change;
  const said = [];
  if (value !== null && low !== null && high !== null) {
    said.push(`95\u00A0% interval: ${signed(low, points)} to ${signed(high, points)}.`);
    if (significant && !isSure)
      said.push(
        "It is more than chance if nothing else is looked at, but not among the changes of all brands and numbers.",
      );
    said.push(
      `With as many answers, a measured change of about ${points((high - low) / 2)} or more counts as more than chance. A real change has to be larger to be noticed in four of five cases: see Assistants.`,
    );
  } else if (value !== null) {
    said.push("The change is of all answers, as there is too little to test the same prompts.");
  }
  said.push(
    "An answer counts with its assistant, its topic and its prompt, so parts of two tables overlap.",
  );
  if (data.some((part) => part.significant))
    said.push("Of the parts that are called more than chance, at most 5\u00A0% are chance.");
  return said.join(" ");
}

/** Why there is no change to explain. */
function sayNothing({ change, visibility: { before, now } }: Explanation): string {
  if (before === null && now === null) return "Neither period has answers.";
  if (before === null) return "Only the later period has answers: nothing to compare with.";
  if (now === null) return "Only the earlier period has answers: nothing to compare with.";
  const why = whyUnshown(change);
  return why
    ? `Not tested: ${why}.`
    : "No prompt was asked in both periods, so the change cannot be split.";
}

/** What became another with the assistants themselves in these days, which the change may come from, each with the chart of the days around it. */
function ModelChanges({ found: { model_changes, brand } }: { found: Explanation }) {
  const { timezone } = useHere();
  const nameOf = useNames("model_id");
  if (model_changes.length === 0) return null;
  return (
    <List size="sm" spacing={4} listStyleType="none">
      {model_changes.map(({ model_id, date, what, value, previous_value }) => (
        <List.Item key={model_id + date + what}>
          {nameOf(model_id)}, since {showDay(date)}: {changedPart(what)} {askedValue(what, value)},
          previously {askedValue(what, previous_value)}.{" "}
          <PageLink
            isInText
            to="/brands/$brand_id"
            params={{ brand_id: brand.id }}
            // No change is shown there: it would be of other days than the one that is explained here.
            search={{
              ...{ ...aroundDay(date, timezone), range: undefined, ...NO_DAYS },
              ...{ compare: false, model: [model_id] },
            }}
          >
            Chart around {dayjs(date).format("D MMM")}
          </PageLink>
        </List.Item>
      ))}
    </List>
  );
}
