import { Button, Divider, Select, SimpleGrid } from "@mantine/core";
import { DatePicker, type DatePickerProps } from "@mantine/dates";
import dayjs from "dayjs";
import { useState } from "react";
import { useHere } from "../here.tsx";
import {
  beforeOf,
  calendarRanges,
  comparedWith,
  DAYS_MAX,
  isMonthBefore,
  longestBefore,
  monthBefore,
  NO_DAYS,
  periodOf,
  RANGE_LABELS,
  RANGES,
  type Range,
  rangeLabel,
  type Scope,
  showDays,
  wholeLabel,
} from "../scope.ts";
import { markDay } from "../widgets/mark-day.ts";
import { whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";
import { DaysMenu, type Menu } from "./days-menu.tsx";
import { useSetScope } from "./scope-controls.tsx";

const CALENDAR = {
  ...{ type: "range", fullWidth: true, hideOutsideDates: true },
  ...{ allowSingleDateInRange: true, weekendDays: [] },
} satisfies DatePickerProps<"range">;

/**
 * The range of days and what it is compared with, in one menu or, with `isApart`, in one for each. `isCompared`: of a page
 * that is nothing without a comparison.
 */
export function RangeControl({
  isCompared = false,
  isApart = false,
  days,
}: {
  isCompared?: boolean;
  isApart?: boolean;
  /** The whole days that a page takes of the range, where it does. */
  days?: { from: string; to: string } | undefined;
}) {
  const { scope, timezone } = useHere();
  // As the project's time zone has it, not the browser's.
  const { date_to: today } = periodOf({}, timezone);
  const whole = days && { date_from: days.from, date_to: days.to };
  const shown = whole ?? periodOf(scope, timezone);
  const range = days ? wholeLabel(scope, days, today) : rangeLabel(scope, today);
  const { vs_from, vs_to } = scope;
  const against = vs_from && vs_to ? ` against ${showDays(vs_from, vs_to)}` : "";
  const { date_from, date_to } = beforeOf(scope, timezone);
  const isNone = scope.compare === false && !isCompared;
  const isOwnRange = scope.from !== undefined && !calendarRanges(today).some(isOf(scope));
  const isMoving = scope.from === undefined || scope.to === undefined;
  const isOwnBefore = vs_from !== undefined && !isMonthBefore(scope, timezone);
  return (
    <>
      <DaysMenu
        label={isApart ? range : range + against}
        days={isMoving ? showDays(shown.date_from, shown.date_to) : undefined}
        isOwn={isOwnRange || (isOwnBefore && !isApart)}
      >
        {(menu) => (
          <>
            <Ranges today={today} {...menu} />
            <Divider />
            {/* Above both calendars: below the first one it is out of sight on a phone, or cut. */}
            {!isApart && <CompareChoice isCompared={isCompared} {...menu} />}
            <RangeCalendar today={today} {...menu} />
            {!isApart && <CompareCalendar isCompared={isCompared} {...menu} />}
          </>
        )}
      </DaysMenu>
      {isApart && (
        <DaysMenu
          label={`Against ${isNone ? "nothing" : showDays(date_from, date_to)}`}
          isOwn={isOwnBefore}
        >
          {(menu) => (
            <>
              <CompareChoice isCompared={isCompared} {...menu} />
              <CompareCalendar isCompared={isCompared} {...menu} />
            </>
          )}
        </DaysMenu>
      )}
    </>
  );
}

type CalendarRange = ReturnType<typeof calendarRanges>[number];
/** Whether a range of the calendar is that of a scope. */
const isOf =
  ({ from, to }: Scope) =>
  ({ days }: CalendarRange) =>
    days.from === from && days.to === to;

const chosenIf = (isChosen: boolean) => ({
  variant: isChosen ? "filled" : "default",
  "aria-pressed": isChosen,
});

/** Ranges by name. */
function Ranges({ today, close }: Menu & { today: string }) {
  const { scope } = useHere();
  const setScope = useSetScope();
  const choose = (range: Range) => {
    const moving = range === "30d" ? undefined : range;
    setScope({ range: moving, from: undefined, to: undefined, ...NO_DAYS });
    close();
  };
  return (
    <SimpleGrid cols={2} spacing={6}>
      {(Object.keys(RANGES) as Range[]).map((range) => (
        <Button
          key={range}
          size="compact-sm"
          {...chosenIf(!scope.from && (scope.range ?? "30d") === range)}
          onClick={() => choose(range)}
        >
          {RANGE_LABELS[range]}
        </Button>
      ))}
      {calendarRanges(today).map((named) => (
        <Button
          key={named.label}
          size="compact-sm"
          {...chosenIf(isOf(scope)(named))}
          onClick={() => {
            const { from, to, ...before } = named.days;
            const vs = scope.compare === false ? NO_DAYS : before;
            setScope({ from, to, range: undefined, ...vs });
            close();
          }}
        >
          {named.label}
        </Button>
      ))}
    </SimpleGrid>
  );
}

/** Why a range may begin later than it was chosen to. */
const sayLongest = ({ date_from, date_to }: ReturnType<typeof periodOf>) =>
  date_from === longestBefore(date_to) && ` A range has at most ${whole(DAYS_MAX)} days.`;

/** A calendar for any other range. */
function RangeCalendar({ today, onHalf }: Menu & { today: string }) {
  const { scope, timezone } = useHere();
  const setScope = useSetScope();
  const period = periodOf(scope, timezone);
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  return (
    <>
      <Fine ta="center">Days shown: press the first and the last.{sayLongest(period)}</Fine>
      <DatePicker
        {...CALENDAR}
        previousLabel="Earlier"
        nextLabel="Later"
        getDayProps={markDay(today)}
        maxDate={today}
        defaultDate={period.date_to}
        value={days[0] ? days : [period.date_from, period.date_to]}
        onChange={([from, to]) => {
          setDays([from, to]);
          onHalf("range", !to);
          if (!from || !to) return;
          const chosen = { from: from.slice(0, 10), to: to.slice(0, 10) };
          const against = comparedWith(scope, chosen, timezone);
          setScope({ ...chosen, range: undefined, ...against });
          setDays([null, null]);
        }}
      />
    </>
  );
}

/** A calendar that opens below what is seen of the menu is scrolled to, once the field it was chosen in has its focus back. */
const scrollToIt = (calendar: HTMLElement | null) => {
  requestAnimationFrame(() => calendar?.scrollIntoView({ block: "nearest" }));
};

type Comparing = Menu & { isCompared: boolean };

/** What the range is compared with. */
function useHow({ isCompared, isPicking }: Comparing): "none" | "month" | "chosen" | "before" {
  const { scope, timezone } = useHere();
  if (scope.compare === false && !isCompared) return "none";
  if (isPicking) return "chosen";
  if (isMonthBefore(scope, timezone)) return "month";
  return scope.vs_from === undefined ? "before" : "chosen";
}

/** Chooses what the range is compared with: as many days just before, others before it, or nothing. */
function CompareChoice(menu: Comparing) {
  const { isCompared, close, onHalf, setPicking } = menu;
  const { scope, timezone, setScope: own } = useHere();
  const isApart = own !== undefined;
  const setScope = useSetScope();
  const { date_from, date_to } = periodOf(scope, timezone);
  const month = monthBefore(scope, timezone);
  const how = useHow(menu);
  const choose = (next: string) => {
    // The range is fixed by days that were chosen: they are before it, not before tomorrow's.
    const range = { from: date_from, to: date_to, range: undefined, compare: undefined };
    setPicking(next === "chosen");
    onHalf("before", false);
    if (next === "chosen") return setScope({ compare: undefined });
    close();
    if (next === "month") return setScope({ ...range, ...month });
    const none = next === "none" ? (false as const) : undefined;
    setScope({ compare: none, ...NO_DAYS });
  };
  return (
    <Select
      label="Days to compare with"
      {...((how === "month" || how === "chosen") && {
        description: `Both periods are fixed now${isApart ? "" : ", on every page"}, until you choose other days.`,
      })}
      size="sm"
      comboboxProps={{ withinPortal: false }}
      data={[
        { value: "before", label: "The days just before" },
        ...(month ? [{ value: "month", label: "The same days a month earlier" }] : []),
        { value: "chosen", label: "Other earlier days" },
        ...(isCompared ? [] : [{ value: "none", label: "Nothing" }]),
      ]}
      value={how}
      onChange={(next) => next && choose(next)}
    />
  );
}

/** A calendar for other days to compare with, where these are to be chosen. */
function CompareCalendar(menu: Comparing) {
  const { onHalf, isPicking, setPicking } = menu;
  const { scope, timezone } = useHere();
  const setScope = useSetScope();
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  const { date_from, date_to } = periodOf(scope, timezone);
  const before = beforeOf(scope, timezone);
  if (useHow(menu) !== "chosen") return null;
  return (
    <>
      <Fine ta="center">Compared with: press the first and the last.{sayLongest(before)}</Fine>
      <DatePicker
        {...CALENDAR}
        ref={isPicking ? scrollToIt : null}
        previousLabel="Earlier, compared with"
        nextLabel="Later, compared with"
        maxDate={dayjs(date_from).subtract(1, "day").format("YYYY-MM-DD")}
        defaultDate={before.date_to}
        value={days[0] ? days : [before.date_from, before.date_to]}
        onChange={([first, last]) => {
          setDays([first, last]);
          onHalf("before", !last);
          if (!first || !last) return;
          const range = { from: date_from, to: date_to, range: undefined };
          setScope({ ...range, vs_from: first.slice(0, 10), vs_to: last.slice(0, 10) });
          setDays([null, null]);
          setPicking(false);
        }}
      />
    </>
  );
}
