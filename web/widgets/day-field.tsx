import { DateInput } from "@mantine/dates";
import { type ReactNode, useRef, useState } from "react";
import { DAY_FORMAT } from "../scope.ts";
import { readDay } from "../words/read-day.ts";
import { markDay } from "./mark-day.ts";

const EXAMPLE = "Write a day like 20 Nov 2026";

/** A day, written as everywhere: typed, or picked below its field. A form with a text that is none is not sent. */
export function DayField({
  label,
  description,
  value,
  onChange,
  today,
  disabled,
}: {
  label: string;
  description: ReactNode;
  value: string | null;
  onChange(value: string | null): void;
  today: string;
  disabled: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setWrong] = useState(false);
  const [isTold, setTold] = useState(false);
  const settle = (text: string) => {
    const isNone = text.trim() !== "" && readDay(text) === null;
    input.current?.setCustomValidity(isNone ? EXAMPLE : "");
    setWrong(isNone);
    setTold(false);
  };
  return (
    <DateInput
      ref={input}
      label={label}
      description={description}
      error={isWrong && isTold && EXAMPLE}
      inputWrapperOrder={["label", "input", "error", "description"]}
      valueFormat={DAY_FORMAT}
      dateParser={readDay}
      fixOnBlur={!isWrong}
      weekendDays={[]}
      hideOutsideDates
      previousLabel="Earlier"
      nextLabel="Later"
      clearable
      clearButtonProps={{ "aria-label": "Clear" }}
      popoverProps={{ withinPortal: false }}
      getDayProps={markDay(today)}
      disabled={disabled}
      value={value}
      onChange={(day) => {
        settle("");
        onChange(day);
      }}
      onInput={({ currentTarget }) => settle(currentTarget.value)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onBlur={() => setTold(true)}
      onInvalid={(event) => {
        event.preventDefault();
        setTold(true);
      }}
    />
  );
}
