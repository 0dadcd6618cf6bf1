import { Group, JsonInput, NumberInput, Switch } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { PriceFields } from "./price-fields.tsx";

/** How often, how fast and at what price an assistant is asked. */
export function HowAsked({
  propsOf,
  answers,
}: {
  propsOf(field: string, type: "input" | "checkbox"): object;
  answers: OutputOf<"list_providers">["data"][number]["answers"];
}) {
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label="Samples a day"
          min={1}
          max={10}
          {...propsOf("samples_per_day", "input")}
        />
        <NumberInput label="At once" min={1} max={64} {...propsOf("concurrency", "input")} />
        <NumberInput
          label="Requests a minute"
          placeholder="no limit"
          min={1}
          max={10_000}
          {...propsOf("requests_per_minute", "input")}
        />
      </Group>
      {answers === "batches" && (
        <Switch
          label="Ask in batches, for about half the price"
          description="Answers come within a day, usually sooner. Test asks at once."
          {...propsOf("batch", "checkbox")}
        />
      )}
      {answers !== "later" && (
        <Switch
          label="Ask a harmless question each night"
          description="Only after a day on which the plan asked it nothing, so that you hear of it when it no longer answers. It costs as much as an answer and counts in no report."
          {...propsOf("has_canary", "checkbox")}
        />
      )}
      <PriceFields propsOf={(part) => propsOf(`price.${part}`, "input")} />
      <JsonInput
        label="Extra parameters"
        description="Fields added to the provider's request, as JSON."
        autosize
        minRows={2}
        formatOnBlur
        {...propsOf("parameters", "input")}
      />
    </>
  );
}
