import { Stack, Table, Text } from "@mantine/core";
import dayjs from "dayjs";
import type { OutputOf } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { showDays } from "../../scope.ts";
import { Panel } from "../../widgets/panel.tsx";
import { changesOf, isWeighed, othersOf, sayBeyond, saysLittle } from "../../words/action.ts";
import { leavesOutZero, readsAsNone } from "../../words/doubt.ts";
import { todayIn } from "../../words/formats.ts";
import { percent, points, signed, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";

/** Fewer other prompts are a weak comparison, which is said. */
const OTHERS_MIN = 5;
/** So many days before it went live are compared with as many from then on. */
const EFFECT_DAYS = 28;
/** Why a share need not be that of the answers beside it. */
const WEIGHED =
  "Each prompt and assistant has the same weight before and after, however often it was asked. So a share need not be that of the answers beside it.";
type Effect = NonNullable<OutputOf<"get_action">["effect"]>;
type Groups = NonNullable<Effect["before"]>;
type Cited = NonNullable<Effect["cited"]>;

/** What changed since it went live: whether answers cite an own page, and whether they name the brand more than before. */
export function EffectPanel({
  effect,
  own,
  shipped_on,
}: {
  effect: Effect;
  own: string;
  /** The day that it went live. */
  shipped_on: string;
}) {
  const { before, after, value, low, high, reason, cited } = effect;
  const isKnown = before && after && value !== null && low !== null && high !== null;
  return (
    <Panel title="Before and after">
      <Stack gap="lg">
        {cited && <PageCited cited={cited} shipped_on={shipped_on} />}
        {isKnown ? (
          <OwnNamed
            {...{
              effect,
              own,
              shipped_on,
              groups: { before, after },
              change: { value, low, high },
            }}
          />
        ) : (
          <Dim>{reason}</Dim>
        )}
      </Stack>
    </Panel>
  );
}

function PageCited({ cited, shipped_on }: { cited: Cited; shipped_on: string }) {
  const { before, after, value } = cited;
  const counts = ({ cited: named, ...rest }: Cited["before"]) => ({ named, ...rest });
  return (
    <div>
      <BeforeAfter
        title="The page is cited"
        shipped_on={shipped_on}
        rows={[{ label: "These prompts", before: counts(before), after: counts(after), value }]}
      />
      <Text size="sm" mt="sm">
        <Change of={cited} />
      </Text>
      <Fine mt={4}>
        Answers of assistants that report what they cite, compared with nothing else.
        {[before, after].map(counts).some(isWeighed) && ` ${WEIGHED}`}
      </Fine>
    </div>
  );
}

type Interval = { value: number; low: number; high: number };

/** Against the prompts that it did not touch. */
function OwnNamed({
  effect,
  own,
  shipped_on,
  groups: { before, after },
  change,
}: {
  effect: Effect;
  own: string;
  shipped_on: string;
  groups: { before: Groups; after: Groups };
  change: Interval;
}) {
  const { touched_prompts, untouched_prompts } = effect;
  const changes = changesOf({ before, after, value: change.value });
  const names = [
    [touched_prompts === 1 ? "This prompt" : `These ${whole(touched_prompts)} prompts`, "touched"],
    [othersOf(effect), "untouched"],
  ] as const;
  const rows = names.map(([label, group]) => ({
    ...{ label, before: before[group], after: after[group], value: changes[group] },
  }));
  return (
    <div>
      <BeforeAfter title={`${own} is named`} shipped_on={shipped_on} rows={rows} />
      <Text size="sm" mt="sm">
        <Change of={change} beyond={sayBeyond({ ...effect, value: change.value, after })} />
      </Text>
      <Fine mt={4}>
        What moves all prompts alike is taken out; what else happened to these is not. Prompts that
        were chosen because they did badly tend to do better by themselves.
        {rows.some((row) => isWeighed(row.before) || isWeighed(row.after)) && ` ${WEIGHED}`}
        {saysLittle({ before, after, value: change.value }) &&
          " A share near 0 or 100\u00A0% moves less than others, whatever is done: so the difference says little here."}
        {untouched_prompts < OTHERS_MIN &&
          ` Only ${untouched_prompts === 1 ? "one prompt is" : `${untouched_prompts} prompts are`} left to compare with, so what moved ${untouched_prompts === 1 ? "it" : "them"} alone counts as what moved all: ask more prompts that this does not touch.`}
      </Fine>
    </div>
  );
}

/** A change with its interval and whether it may be chance. */
function Change({
  of: { value, low, high },
  beyond,
}: {
  of: Interval;
  /** How it reads where it is told against other prompts. */
  beyond?: ReturnType<typeof sayBeyond>;
}) {
  const isSure = leavesOutZero({ low, high });
  const isNone = readsAsNone({ value, significant: isSure }, points);
  return (
    <>
      <b>{beyond ? beyond.by : signed(value, points)}</b>
      {beyond && ` ${beyond.than}`}, 95&nbsp;% interval {signed(low, points)} to{" "}
      {signed(high, points)}:{" "}
      {isSure ? "more than chance." : isNone ? "no change." : "this may be chance."}
    </>
  );
}

type Row = {
  label: string;
  before: Groups["touched"];
  after: Groups["touched"];
  value: number;
};

/** Shares in the days before it went live and in those from then on. */
function BeforeAfter({
  title,
  shipped_on,
  rows,
}: {
  title: string;
  shipped_on: string;
  rows: readonly Row[];
}) {
  const { timezone } = useHere();
  const from = (days: number) => dayjs(shipped_on).add(days, "day").format("YYYY-MM-DD");
  const [until = shipped_on] = [from(EFFECT_DAYS - 1), todayIn(timezone)].sort();
  return (
    <Table
      aria-label={`${title}, before and after`}
      horizontalSpacing={6}
      fz={{ base: "xs", sm: "sm" }}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th ta="right">
            Before <span className="dim">{showDays(from(-EFFECT_DAYS), from(-1))}</span>
          </Table.Th>
          <Table.Th ta="right">
            After <span className="dim">{showDays(shipped_on, until)}</span>
          </Table.Th>
          <Table.Th ta="right">Change</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ label, before, after, value }) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Share counts={before} />
            <Share counts={after} />
            <Table.Td ta="right" className="nowrap">
              {signed(value, points)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Share({ counts: { answers, share } }: { counts: Groups["touched"] }) {
  return (
    <Table.Td ta="right">
      {percent(share)}{" "}
      <span className="dim">
        of&nbsp;{whole(answers)}
        <Text span inherit visibleFrom="sm">
          {answers === 1 ? " answer" : " answers"}
        </Text>
      </span>
    </Table.Td>
  );
}
