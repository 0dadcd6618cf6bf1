import { Anchor, Text } from "@mantine/core";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { useNames } from "../../words/names.ts";
import { dollars, whole } from "../../words/numbers.ts";

type Needed = OutputOf<"estimate_answers_needed">;
const POINTS = 5;

/** What change the schedule can show, and how many more answers, to which prompts, would show one of five points. */
export function AnswersNeeded() {
  const { project_id } = useHere();
  const needed = useAsk("estimate_answers_needed", { project_id, points: POINTS });
  if (!needed.data) return null;
  return <Said needed={needed.data} />;
}

function Said({ needed }: { needed: Needed }) {
  const { answers, shows_points, more_answers, reason, models, prompt_ids } = needed;
  if (reason !== null || shows_points === null || more_answers === null) {
    return (
      <Text size="sm" c="dimmed">
        What change of your visibility this schedule can show is not known: {WHY[reason ?? "few"]}.
      </Text>
    );
  }
  const shown = `${shows_points.toFixed(1)} points`;
  if (more_answers === 0) {
    return (
      <Text size="sm">
        The {whole(answers)} answers of the last four weeks show a change of your visibility by{" "}
        {shown} in four of five cases, against as many before.
      </Text>
    );
  }
  const asked = models.filter((model) => model.more_answers > 0);
  const cost =
    needed.estimated_cost_usd === null
      ? "a cost that is not known"
      : `about ${dollars(needed.estimated_cost_usd)}`;
  return (
    <div>
      <Text size="sm">
        The {whole(answers)} answers of the last four weeks show a change of your visibility by{" "}
        {shown} in four of five cases, against as many before. {POINTS} points take{" "}
        <b>{whole(more_answers)} more answers</b> every four weeks from{" "}
        {asked.length === 1 ? "one assistant" : `${asked.length} assistants`}, for {cost}.
      </Text>
      <Prompts ids={prompt_ids} />
    </div>
  );
}

const WHY: Record<NonNullable<Needed["reason"]> | "few", string> = {
  "too few prompts": "it takes answers to five prompts at least",
  "too few days": "it takes answers of more days",
  "too few prompts that vary":
    "nearly all prompts name you always or never, so more answers tell nothing new; add prompts",
  few: "it takes more answers",
};

/** The prompts to ask more often; the others name the brand always or never. */
function Prompts({ ids }: { ids: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const nameOf = useNames("prompt_id", isOpen);
  return (
    <Text size="xs" c="dimmed" component="div">
      Ask only the{" "}
      <Anchor component="button" type="button" size="xs" onClick={() => setOpen(!isOpen)}>
        {whole(ids.length)} prompts whose answers vary
      </Anchor>
      : the others name you always or never.
      {isOpen && (
        <ul className="bare-list plain-list">
          {ids.map((id) => (
            <li key={id}>{nameOf(id)}</li>
          ))}
        </ul>
      )}
    </Text>
  );
}
