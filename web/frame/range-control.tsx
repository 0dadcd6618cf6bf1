import { Box, Button, Divider, Popover, Select, SimpleGrid, Stack } from "@mantine/core";
import { DatePicker, type DatePickerProps } from "@mantine/dates";
import { IconCalendar } from "@tabler/icons-react";
import dayjs from "dayjs";
import { type ReactNode, useState } from "react";
import { useHere } from "../here.tsx";
import {
  beforeOf,
  calendarRanges,
  comparedWith,
  isMonthBefore,
  monthBefore,
  NO_DAYS,
  periodOf,
  RANGE_LABELS,
  RANGES,
  type Range,
  rangeLabel,
  showDays,
} from "../scope.ts";
import { useSetScope } from "./scope-controls.tsx";

/** The menu scrolls within itself where it has less room than it takes. */
const SIZE = {
  padding: 8,
  apply({
    availableHeight,
    elements,
  }: {
    availableHeight: number;
    elements: { floating: HTMLElement };
  }) {
    elements.floating.style.maxHeight = `${Math.max(160, availableHeight)}px`;
  },
};

/** What the choices of a menu take below their field. */
const ROOM = 230;

/** Marks a day in a calendar. */
export const markDay = (today: string) => (day: string) =>
  day === today ? { className: "today", "aria-current": "date" as const } : {};

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
}: {
  isCompared?: boolean;
  isApart?: boolean;
}) {
  const { scope, timezone } = useHere();
  // As the project's time zone has it, not the browser's.
  const { date_to: today } = periodOf({}, timezone);
  const range = rangeLabel(scope, today);
  const { vs_from, vs_to } = scope;
  const against = vs_from && vs_to ? ` against ${showDays(vs_from, vs_to)}` : "";
  const { date_from, date_to } = beforeOf(scope, timezone);
  const isNone = scope.compare === false && !isCompared;
  return (
    <>
      <DaysMenu label={isApart ? range : range + against}>
        {(menu) => (
          <>
            <Ranges today={today} {...menu} />
            {!isApart && (
              <>
                <Divider />
                <CompareControl isCompared={isCompared} {...menu} />
              </>
            )}
          </>
        )}
      </DaysMenu>
      {isApart && (
        <DaysMenu label={`Against ${isNone ? "nothing" : showDays(date_from, date_to)}`}>
          {(menu) => (
            <Box mih={ROOM}>
              <CompareControl isCompared={isCompared} {...menu} />
            </Box>
          )}
        </DaysMenu>
      )}
    </>
  );
}

type Menu = {
  close(): void;
  /** Told whether the first of other days is chosen in a calendar, and the last is not. */
  onHalf(calendar: "range" | "before", isHalf: boolean): void;
};

/** What one press says closes the menu; days of a calendar leave it open, because another calendar may be next. */
function DaysMenu({ label, children }: { label: string; children(menu: Menu): ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [half, setHalf] = useState({ range: false, before: false });
  // Half a choice is gone with the menu that it was made in.
  const open = (isNext: boolean) => {
    setOpen(isNext);
    setHalf({ range: false, before: false });
  };
  return (
    <Popover
      opened={isOpen}
      onChange={open}
      position="bottom-end"
      shadow="md"
      width={300}
      trapFocus
      middlewares={{ shift: true, flip: false, size: SIZE }}
    >
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          className="range-button"
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={() => open(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="range-menu">
        <Stack gap="xs">
          {children({
            close: () => open(false),
            onHalf: (calendar, isHalf) => setHalf((now) => ({ ...now, [calendar]: isHalf })),
          })}
        </Stack>
        <Done isHalf={half.range || half.before} onClick={() => open(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Ranges by name, and a calendar for others. */
function Ranges({ today, close, onHalf }: Menu & { today: string }) {
  const { scope, timezone } = useHere();
  const setScope = useSetScope();
  const period = periodOf(scope, timezone);
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  const choose = (range: Range) => {
    const moving = range === "30d" ? undefined : range;
    setScope({ range: moving, from: undefined, to: undefined, ...NO_DAYS });
    close();
  };
  return (
    <>
      <SimpleGrid cols={2} spacing={6}>
        {(Object.keys(RANGES) as Range[]).map((range) => (
          <Button
            key={range}
            size="compact-sm"
            variant={!scope.from && (scope.range ?? "30d") === range ? "filled" : "default"}
            onClick={() => choose(range)}
          >
            {RANGE_LABELS[range]}
          </Button>
        ))}
        {calendarRanges(today).map(({ label, days: { from, to, ...before } }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={scope.from === from && scope.to === to ? "filled" : "default"}
            onClick={() => {
              const vs = scope.compare === false ? NO_DAYS : before;
              setScope({ from, to, range: undefined, ...vs });
              close();
            }}
          >
            {label}
          </Button>
        ))}
      </SimpleGrid>
      <Divider />
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

/** Ends the choice; `isHalf`: one day was pressed, and the last one not yet. */
function Done({ isHalf, onClick }: { isHalf: boolean; onClick(): void }) {
  return (
    <div className="range-done">
      <Button fullWidth size="xs" disabled={isHalf} onClick={onClick}>
        {isHalf ? "Press the last day, too" : "Done"}
      </Button>
    </div>
  );
}

/** A calendar that opens below what is seen of the menu is scrolled to, once the field it was chosen in has its focus back. */
const scrollToIt = (calendar: HTMLElement | null) => {
  requestAnimationFrame(() => calendar?.scrollIntoView({ block: "nearest" }));
};

/** What the range is compared with: as many days just before, chosen ones before it, or nothing. */
function CompareControl({ isCompared, close, onHalf }: Menu & { isCompared: boolean }) {
  const { scope, timezone } = useHere();
  const setScope = useSetScope();
  const [days, setDays] = useState<[string | null, string | null]>([null, null]);
  // Other days are to be chosen, and are not yet.
  const [isPicking, setPicking] = useState(false);
  const { date_from, date_to } = periodOf(scope, timezone);
  const before = beforeOf(scope, timezone);
  const isChosen = isPicking || scope.vs_from !== undefined;
  const isNone = scope.compare === false && !isCompared;
  const month = monthBefore(scope, timezone);
  const isMonth = isMonthBefore(scope, timezone);
  const how = isNone ? "none" : isMonth && !isPicking ? "month" : isChosen ? "chosen" : "before";
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
    <Stack gap="xs">
      <Select
        label="Days to compare with"
        {...((how === "month" || how === "chosen") && {
          description: "Both periods keep their days: the range no longer moves on.",
        })}
        size="sm"
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={[
          { value: "before", label: "The days just before" },
          ...(month ? [{ value: "month", label: "The same days a month earlier" }] : []),
          { value: "chosen", label: "Other days before it" },
          ...(isCompared ? [] : [{ value: "none", label: "Nothing" }]),
        ]}
        value={how}
        onChange={(next) => next && choose(next)}
      />
      {how === "chosen" && (
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
      )}
    </Stack>
  );
}
