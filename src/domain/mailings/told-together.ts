import type { EventName } from "#domain/webhooks/events.ts";

/** Which event of a mail is its subject: what asks for somebody first, what is as every day last. */
const WEIGHT: Record<EventName, number> = {
  "visibility.dropped": 1,
  "visibility.changed": 2,
  "assistant.health_changed": 3,
  "target.failing": 4,
  "budget.reached": 5,
  "suggestion.created": 6,
  "run.completed": 7,
  "webhook.test": 8,
};
/** Problems of an assistant that are told as target.failing, too. */
const DOWN = ["key_refused", "quota_used_up", "stopped_answering"];

/** The events of a mail, what matters most first, then the oldest; one fact that two events tell is told once. */
export function toldTogether(payloads: readonly string[]): string[] {
  const events = payloads.map((payload) => ({ payload, ...JSON.parse(payload) }) as Told);
  const isTold = new Set(events.flatMap(alsoTells));
  return events
    .filter(({ type, data }) => !isTold.has(keyOf(type, data)))
    .toSorted((one, other) => WEIGHT[one.type] - WEIGHT[other.type])
    .map(({ payload }) => payload);
}

type Data = Readonly<Record<string, unknown>>;
type Told = { payload: string; type: EventName; data: Data };

const keyOf = (type: EventName, { model_id, period }: Data) =>
  JSON.stringify([type, model_id ?? period]);

/** The event that says less of the same fact. */
function alsoTells({ type, data }: Told): string[] {
  if (type === "visibility.dropped") return [keyOf("visibility.changed", data)];
  const isDown = data["state"] === "started" && DOWN.includes(String(data["problem"]));
  return type === "assistant.health_changed" && isDown ? [keyOf("target.failing", data)] : [];
}
