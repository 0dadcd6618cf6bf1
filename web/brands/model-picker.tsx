import { Anchor, Autocomplete, Badge, Group, Loader, Text } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { OutputOf } from "../call.ts";
import { useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { showDay } from "../scope.ts";
import { describeModel, endsSoon } from "../words/model-facts.ts";
import { whole } from "../words/numbers.ts";
import { Fine } from "../words/text.ts";

type Provider = OutputOf<"list_providers">["data"][number];
type Model = OutputOf<"list_provider_models">["data"][number];

/** Where the list is asked for: what the form holds, and the assistant whose key is kept. */
export type Place = {
  provider: Provider;
  base_url: string;
  api_key: string;
  model_id: string | null;
  hasKey: boolean;
};
/** With what a list is asked for. */
export const askedWith = (provider: string, place: Pick<Place, "base_url" | "api_key">) =>
  JSON.stringify([provider, place.base_url.trim(), place.api_key.trim()]);

/** The model's field: whatever is typed, or one of the provider's own list, which is asked for when the field is entered. */
export function ModelPicker({
  place,
  onRefused,
  ...field
}: {
  place: Place;
  /** Told with what a list was asked for whose key was refused; null: it was not. */
  onRefused(asked: string | null): void;
  value: string;
  onChange(value: string): void;
  error: ReactNode;
}) {
  const { label, model_hint } = place.provider;
  const { list, ask, missing } = useModelList(place, onRefused);
  // What was there when the field was entered is no search: all models are shown beside it.
  const [settled, setSettled] = useState(field.value);
  const models = new Map((list.data?.data ?? []).map((model) => [model.id, model]));
  const said = (
    <span role="status">
      {list.isPending && `Asking ${label} for its models.`}
      {!list.isPending && missing && `Give ${missing} first to choose from ${label}'s models.`}
      {!list.isPending && !missing && (
        <Result
          problem={list.error?.message ?? list.data?.problem ?? null}
          count={list.data?.total_count ?? null}
          chosen={models.get(field.value)}
          again={() => ask(true)}
        />
      )}{" "}
      The model that answers is stored with each answer.
    </span>
  );
  return (
    <Autocomplete
      label="Requested model"
      description={said}
      placeholder={model_hint}
      required
      {...field}
      data={[...models.keys()]}
      limit={100}
      filter={({ options, search, limit }) =>
        options
          .filter((one) => "value" in one && (search === settled || isFound(one.value, search)))
          .slice(0, limit)
      }
      renderOption={({ option }) => <Choice model={models.get(option.value)} />}
      rightSection={list.isPending && <Loader size="xs" />}
      comboboxProps={{ shadow: "md" }}
      maxDropdownHeight={300}
      onFocus={() => {
        setSettled(field.value);
        ask();
      }}
      onOptionSubmit={setSettled}
    />
  );

  function isFound(id: string, search: string): boolean {
    const text = `${id} ${models.get(id)?.name ?? ""}`.toLowerCase();
    return search
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word));
  }
}

/** Asks for the list once for each place that it can be asked at. */
function useModelList(of: Place, onRefused: (asked: string | null) => void) {
  const { provider, base_url, api_key, model_id, hasKey } = of;
  const { project_id } = useHere();
  const list = useChange("list_provider_models", model_id ? ["list_targets"] : []);
  const [asked, setAsked] = useState<string | null>(null);
  const needsAddress = !base_url && !provider.default_base_url;
  const needsKey = provider.key_label !== null && !api_key && !hasKey;
  // What sells pages has few and fixed models, which need no asking.
  const isFixed = provider.provider === "simulated" || ["ui", "serp"].includes(provider.surface);
  const missing = isFixed ? null : needsKey ? "its key" : needsAddress ? "its address" : null;
  const place = askedWith(provider.provider, of);
  const ask = (again = false) => {
    if (missing || list.isPending || (place === asked && !again)) return;
    setAsked(place);
    list.mutate(
      {
        ...{ project_id, provider: provider.provider, limit: 1000 },
        ...(model_id && { model_id }),
        ...(base_url && { base_url }),
        ...(api_key && { api_key }),
      },
      { onSuccess: ({ is_key_refused }) => onRefused(is_key_refused ? place : null) },
    );
  };
  const isStale = asked !== null && place !== asked;
  return { list: isStale ? { ...list, data: undefined, error: null } : list, ask, missing };
}

function Result({
  problem,
  count,
  chosen,
  again,
}: {
  problem: string | null;
  count: number | null;
  chosen: Model | undefined;
  again(): void;
}) {
  if (problem) {
    return (
      <>
        <Text span size="xs" fw={500} c="var(--mantine-color-text)">
          {problem}
        </Text>{" "}
        <Anchor component="button" type="button" size="xs" onClick={again}>
          Ask again
        </Anchor>{" "}
        or write the model's name.
      </>
    );
  }
  if (chosen) {
    const ends = chosen.retires_on && ` It ends on ${showDay(chosen.retires_on)}.`;
    const facts = describeModel(chosen);
    return `${facts && `${facts}.`}${ends ?? ""}${searchOf(chosen)}`;
  }
  if (count === null) return "As its provider lists it today.";
  const shown =
    count > 1000 ? `The 1,000 newest of ${whole(count)} models` : `${whole(count)} models`;
  return `${shown}, newest first. You can write any other name.`;
}

function searchOf({ can_search }: Model): string {
  return can_search === false ? " It does not search the web: it answers from memory." : "";
}

function Choice({ model }: { model: Model | undefined }) {
  if (!model) return null;
  const ends = endsSoon(model.retires_on);
  const facts = [
    model.name !== model.id && model.name,
    model.created_on && `since ${showDay(model.created_on)}`,
    describeModel(model),
    model.retires_on && !ends && `ends on ${showDay(model.retires_on)}`,
  ].filter(Boolean);
  return (
    <div>
      <Group gap={6} wrap="nowrap">
        <Text size="sm" fw={500} truncate>
          {model.id}
        </Text>
        {ends && (
          <Badge color="orange" size="sm">
            {ends.says}
          </Badge>
        )}
      </Group>
      {facts.length > 0 && <Fine>{facts.join(" · ")}</Fine>}
    </div>
  );
}
