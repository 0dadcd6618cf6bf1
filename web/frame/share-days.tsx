import { Select } from "@mantine/core";
import dayjs from "dayjs";
import { useHere } from "../here.tsx";
import { RANGE_LABELS, rangeLabel, showDays } from "../scope.ts";

export type Days = { from: string; to: string };

export const WEEK_DAYS = 7;

/** The week that ends on a day. */
export const weekTo = (to: string): Days => ({
  from: dayjs(to)
    .subtract(WEEK_DAYS - 1, "day")
    .format("YYYY-MM-DD"),
  to,
});

/** Which week a link to the week shows. */
export function WeekPick({
  week,
  isMoving,
  onChange,
}: {
  week: Days;
  isMoving: boolean;
  onChange(isMoving: boolean): void;
}) {
  return (
    <Select
      label="Days"
      data={[
        { value: "moving", label: "Last seven full days, moving on" },
        { value: "fixed", label: showDays(week.from, week.to) },
      ]}
      value={isMoving ? "moving" : "fixed"}
      onChange={(value) => onChange(value === "moving")}
    />
  );
}

/** Which days a link to another page shows. */
export function RangePick({ value, onChange }: { value: string; onChange(value: string): void }) {
  const { scope } = useHere();
  const moving = Object.entries(RANGE_LABELS).map(([range, label]) => ({
    value: range,
    label: `${label}, moving on`,
  }));
  return (
    <Select
      label="Days"
      data={[...moving, ...(scope.from ? [{ value: "present", label: rangeLabel(scope) }] : [])]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? "30d")}
    />
  );
}
