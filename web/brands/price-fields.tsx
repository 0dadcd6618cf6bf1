import { Group, NumberInput, Text } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { Fine } from "../words/text.ts";

type Price = OutputOf<"list_targets">["data"][number]["price"];
type Part = keyof NonNullable<Price>;
/** What is typed in, in USD; empty: nothing is. */
export type PriceValues = Record<Part, number | "">;

const PARTS: readonly { part: Part; label: string }[] = [
  { part: "input", label: "Million tokens in" },
  { part: "output", label: "Million tokens out" },
  { part: "search", label: "A search" },
  { part: "answer", label: "An answer" },
];

/** Fields for what an assistant's answers cost, where that is not the list price. */
export function PriceFields({ propsOf }: { propsOf(part: Part): object }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        Your price, USD
      </Text>
      <Fine mb={6}>
        Only where you pay another than the list price. If you fill in one field, empty ones cost
        nothing. What the provider itself reports is always counted.
      </Fine>
      <Group grow align="flex-start">
        {PARTS.map(({ part, label }) => (
          <NumberInput
            key={part}
            label={label}
            placeholder="list price"
            min={0}
            max={100_000}
            decimalScale={6}
            {...propsOf(part)}
          />
        ))}
      </Group>
    </div>
  );
}

/** A price as it is sent; null where nothing was typed in. */
export function readPrice({ input, output, search, answer }: PriceValues): Price {
  if ([input, output, search, answer].every((part) => part === "")) return null;
  return { input: input || 0, output: output || 0, search: search || 0, answer: answer || 0 };
}

/** A price as fields show it. */
export function writePrice(price: Price): PriceValues {
  return price ?? { input: "", output: "", search: "", answer: "" };
}
