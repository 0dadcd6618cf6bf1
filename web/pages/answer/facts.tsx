import { Badge, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { OutputOf } from "../../call.ts";
import { showDay } from "../../scope.ts";
import { Panel } from "../../widgets/panel.tsx";
import { askedValue, changedPart } from "../../words/asked.ts";
import { countryName } from "../../words/country-name.ts";
import { explainLeftOut, SEARCH_ASKED } from "../../words/left-out.ts";
import { showTime } from "../../words/numbers.ts";
import { StatusBadge } from "../../words/status-badge.tsx";
import { Dim } from "../../words/text.ts";

type Chat = OutputOf<"get_chat">;
type Model = OutputOf<"list_models">["data"][number];
const SURFACES: Record<Model["surface"], string> = {
  api: "through an API, which is not the same maker's app",
  ui: "in the app, as people see it",
  serp: "on a search results page",
  local: "by your own model",
  import: "imported",
};

const CUT = "its provider ended it at a length limit: brands at its end may be missing";

/** How an answer came to be. */
export function Facts({ chat, model }: { chat: Chat; model: Model | undefined }) {
  const ran = chat.search_ran === null ? "not reported" : chat.search_ran ? "yes" : "no";
  const searched = chat.search_asked ? `${ran} (${SEARCH_ASKED[chat.search_asked]})` : ran;
  const facts: [string, ReactNode][] = [
    ["State", <StatusBadge key="status" status={chat.status} />],
    ...(chat.is_cut ? [["Cut", CUT] as [string, string]] : []),
    ["Assistant", <Assistant key="model" id={chat.model_id} model={model} />],
    ["Answered by", chat.served_model ?? "not reported"],
    ["How it was captured", howOf(model)],
    ["Searched the web", searched],
    ...(chat.search_tool ? [["Search tool", chat.search_tool] as [string, string]] : []),
    ...(chat.effort
      ? [[changedPart("effort"), askedValue("effort", chat.effort)] as [string, string]]
      : []),
    ...(chat.asked_without.length > 0
      ? [["Asked without", chat.asked_without.map(explainLeftOut).join("; ")] as [string, string]]
      : []),
    ["Country", placeOf(chat)],
    ["Day", showDay(chat.date)],
    ["Sample", `number ${chat.sample} of that day`],
    ["When", showTime(chat.captured_at)],
  ];
  return (
    <Panel title="About this answer">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <Dim component="dt">{name}</Dim>
            <Text component="dd" size="sm">
              {value}
            </Text>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

function placeOf({ country_code, country_asked }: Chat): string {
  const country = countryName(country_code);
  return country_asked ? `${country} (${askedValue("country", country_asked)})` : country;
}

function howOf(model: Model | undefined): string {
  if (!model) return "–";
  return model.provider === "simulated"
    ? "invented; no assistant was asked"
    : SURFACES[model.surface];
}

function Assistant({ id, model }: { id: string; model: Model | undefined }) {
  return (
    <Group gap={6}>
      {model?.name ?? id}
      {model?.provider === "simulated" && !model.name.includes("simulated") && (
        <Badge color="yellow" size="sm">
          simulated
        </Badge>
      )}
    </Group>
  );
}
