import * as z from "zod";
import type { EventName } from "./events.ts";

/** Where in its project an event can be looked at, from the project's address on, and how a link to it is called. */
export type EventPage = { path: string; label: string };

const MODELS = { path: "/models", label: "Open the assistants" };

/** The page that tells most of an event, and mends it; none has what it speaks of where its data does not say. */
export function pageOf(type: EventName, data: Readonly<Record<string, unknown>>): EventPage {
  const { run_id, kind } = data;
  switch (type) {
    case "visibility.changed":
    case "visibility.dropped":
      return { path: changesOf(data), label: "Open the change" };
    case "run.completed":
      return { path: `/runs/${run_id}`, label: "Open the run" };
    case "suggestion.created":
      return { path: `/suggestions?kind=${kind}`, label: "Open the suggestions" };
    case "budget.reached":
      return { ...MODELS, label: "Open the budget" };
    case "target.failing":
    case "assistant.health_changed":
      return MODELS;
    case "webhook.test":
      return { path: "/settings?tab=webhooks", label: "Open the webhooks" };
  }
}

const Days = z.object({ date_from: z.string(), date_to: z.string() });
const Periods = z.object({ period: Days, previous: Days });

/** A change on the page that splits it, over the same days. */
function changesOf(data: object): string {
  const periods = Periods.safeParse(data).data;
  if (!periods) return "/changes";
  const { period, previous } = periods;
  const days = {
    ...{ from: period.date_from, to: period.date_to },
    ...{ vs_from: previous.date_from, vs_to: previous.date_to },
  };
  return `/changes?${new URLSearchParams(days)}`;
}
