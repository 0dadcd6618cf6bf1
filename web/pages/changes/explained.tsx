import { List, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { callAll } from "../../asking.ts";
import { NoAnswers } from "../../brands/no-answers.tsx";
import { useAsk, useAskAll } from "../../data.ts";
import type { Brand } from "../../frame/tracked-brands.ts";
import { useHere } from "../../here.tsx";
import { beforeOf, compareDays, periodOf, reportInput, showDay } from "../../scope.ts";
import { Behind } from "../../widgets/behind.tsx";
import { CardOutline } from "../../widgets/outline.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { askedValue, changedPart } from "../../words/asked.ts";
import { Change } from "../../words/change.tsx";
import { whyUnshown } from "../../words/doubt.ts";
import { useNames } from "../../words/names.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { Certain } from "./certain.tsx";
import type { Explanation } from "./explanation.ts";
import { Parts } from "./parts.tsx";

/** A change of visibility, split into what it is made of. */
export function Explained({ brand }: { brand: Brand }) {
  const { project_id, scope, timezone } = useHere();
  const [isAll, setAll] = useState(false);
  const isSure = useSureAmongAll(brand.id);
  const input = {
    ...{ project_id, ...reportInput(scope, timezone), ...compareDays(scope) },
    brand_id: brand.id,
  };
  const asked = useAsk("explain_change", { ...input, limit: 1000, all_parts: isAll });
  return (
    <Answered asked={asked} outline={<CardOutline height={420} />}>
      {(found) =>
        found.visibility.answers_before + found.visibility.answers_now === 0 ? (
          <Panel>
            <NoAnswers />
          </Panel>
        ) : isSure === null ? (
          // The change is not shown before its verdict is known.
          <CardOutline height={420} />
        ) : (
          <Stack>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Whole found={found} isSure={isSure} />
              <Certain found={found} />
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              Each row of these tables shows its own share before and now, and how much of the whole
              change that adds: a part with few of the answers moves the whole less than its own
              share moved. Shares here are of the same prompts and assistants, each counting the
              same in both periods; shares on other pages are of all answers.
            </Text>
            <Parts
              found={found}
              color={brand.color}
              showAll={() => setAll(true)}
              load={() => callAll("explain_change", { ...input, all_parts: true })}
            />
          </Stack>
        )
      }
    </Answered>
  );
}

/** The shares of both periods, which open their answers, and how much of the change is of the same questions. */
function Whole({ found, isSure }: { found: Explanation; isSure: boolean }) {
  const { scope, timezone } = useHere();
  const { brand, visibility, change, asked_otherwise } = found;
  const ends = (share: number | null, answers: number, days: Days) => (
    <Behind
      count={Math.round((share ?? 0) * answers)}
      of={{ brand_id: brand.id, from: days.date_from, to: days.date_to }}
    >
      {percent(share)}
    </Behind>
  );
  const [now, before] = [periodOf(scope, timezone), beforeOf(scope, timezone)];
  const rest = whyUnshown(change) ? null : asked_otherwise.value;
  return (
    <Panel title={`Visibility of ${brand.name}`}>
      <span className="number">
        {ends(visibility.before, visibility.answers_before, before)}
        {" → "}
        {ends(visibility.now, visibility.answers_now, now)}
      </span>
      <Text size="xs" c="dimmed" mb="sm">
        of {whole(visibility.answers_before)} answers before, and of {whole(visibility.answers_now)}{" "}
        now
      </Text>
      {sayWeighed(found) && (
        <Text size="sm" mb="sm">
          {sayWeighed(found)}
        </Text>
      )}
      <dl className="facts">
        <div>
          <dt>From the same prompts</dt>
          <dd>
            <Change
              change={{ ...change, significant: change.significant && isSure }}
              show={points}
              isOurs={brand.is_own}
              isSaid
            />
            <Text size="xs" c="dimmed">
              {saySame(change, isSure)} {sayLeast(change)}
            </Text>
          </dd>
        </div>
        <div>
          <dt>From what was asked, and how often</dt>
          <dd>
            {rest === null ? "–" : signed(rest, points)}
            <Text size="xs" c="dimmed">
              {asked_otherwise.value === null
                ? sayNothing(visibility)
                : sayOtherwise(asked_otherwise)}
            </Text>
          </dd>
        </div>
        <ModelChanges found={found} />
      </dl>
    </Panel>
  );
}

/** Both changes, where they differ, and which of them other pages show: that of all answers where none is tested. */
function sayWeighed({ visibility: { before, now }, change }: Explanation): string | null {
  if (before === null || now === null || change.value === null) return null;
  const [all, same] = [signed(now - before, points), signed(change.value, points)];
  if (all === same || whyUnshown(change)) return null;
  if (change.low === null)
    return `All answers: ${all}. Other pages show this one, as there is too little to test the same prompts: ${same}.`;
  return `All answers: ${all}. Other pages show ${same}: the same prompts and assistants, each counting the same in both periods.`;
}

type Days = { date_from: string; date_to: string };

/** Whether a brand's change is more than chance among those of all brands and numbers, as other pages say it; null: not known yet. */
function useSureAmongAll(brand_id: string): boolean | null {
  const { project_id, scope, timezone } = useHere();
  const input = { project_id, ...reportInput(scope, timezone), ...compareDays(scope) };
  const all = useAskAll(
    "get_brand_report",
    { ...input, compare: "previous_period" },
    { beside: "whether the change is more than chance among all of them" },
  );
  const row = all.data?.find(({ brand }) => brand.id === brand_id);
  return row?.change?.visibility.significant ?? (all.isSuccess ? true : null);
}

function saySame(
  { value, low, high, significant, reason }: Explanation["change"],
  isSure: boolean,
): string {
  if (value === null) return "No prompt was asked in both periods.";
  if (low === null || high === null) return `Not tested: ${reason ?? "not enough data"}.`;
  const ends = `95\u00A0% interval ${signed(low, points)} to ${signed(high, points)}`;
  if (!significant) return `${ends}: may be chance, there may be no real change.`;
  return isSure
    ? `${ends}: more than chance.`
    : `${ends}: more than chance if nothing else is looked at, but not among the changes of all brands and numbers, as other pages test it.`;
}

/** How large a change of these answers has to be, so that it is no chance. */
const sayLeast = ({ value, low, high }: Explanation["change"]): string | null =>
  value === null || low === null || high === null
    ? null
    : `With as many answers, a change has to be about ${points((high - low) / 2)} to be more than chance.`;

/** Why there is no change to split. */
function sayNothing({ before, now }: Explanation["visibility"]): string {
  if (before === null && now === null) return "Neither period has answers.";
  if (before === null) return "Only the later period has answers: nothing to compare with.";
  if (now === null) return "Only the earlier period has answers: nothing to compare with.";
  return "No prompt was asked in both periods, so the change cannot be split.";
}

function sayOtherwise(asked: Explanation["asked_otherwise"]): string {
  const some = (count: number, one: string, verb: string) =>
    count === 0 ? [] : [`${whole(count)} ${count === 1 ? one : `${one}s`} ${verb}`];
  const said = [
    ...some(asked.prompts_added, "prompt", "added"),
    ...some(asked.prompts_dropped, "prompt", "no longer asked"),
    ...some(asked.models_added, "assistant", "added"),
    ...some(asked.models_dropped, "assistant", "no longer asked"),
  ];
  if (said.length > 0) return `${said.join(", ")}.`;
  return "The same prompts and assistants, some of them with more of all answers than before.";
}

/** What became another with the assistants themselves in these days, which a change of the same prompts may come from. */
function ModelChanges({ found: { model_changes } }: { found: Explanation }) {
  const nameOf = useNames("model_id");
  if (model_changes.length === 0) return null;
  return (
    <div>
      <dt>Assistants that are no longer the same</dt>
      <dd>
        <List size="sm" spacing={4} listStyleType="none">
          {model_changes.map(({ model_id, date, what, value, previous_value }) => (
            <List.Item key={model_id + date + what}>
              {nameOf(model_id)}, since {showDay(date)}: {changedPart(what)}{" "}
              {askedValue(what, value)}, previously {askedValue(what, previous_value)}.
            </List.Item>
          ))}
        </List>
        <Text size="xs" c="dimmed">
          What changes from such a day on may come from the assistant and not from what you did. It
          is in the change from the same prompts.
        </Text>
      </dd>
    </div>
  );
}
