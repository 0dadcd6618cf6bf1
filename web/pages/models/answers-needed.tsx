import { Anchor, NumberInput, Stack, Text, Tooltip } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Missing } from "../../widgets/states.tsx";
import { useNames } from "../../words/names.ts";
import { dollars, whole } from "../../words/numbers.ts";
import { Dim, Fine } from "../../words/text.ts";

type Needed = OutputOf<"estimate_answers_needed">;
const POINTS = 5;
const POINTS_MAX = 50;

/** What change the schedule can show, and how many more answers, to which prompts, would show one of some points. */
export function AnswersNeeded() {
  const { project_id } = useHere();
  const [points, setPoints] = useState(POINTS);
  const [asked] = useDebouncedValue(points, 250);
  const needed = useAsk("estimate_answers_needed", { project_id, points: asked });
  return (
    <Stack gap={4}>
      <NumberInput
        label="Smallest change to notice, in points"
        size="sm"
        maw={300}
        min={1}
        max={POINTS_MAX}
        allowDecimal={false}
        value={points}
        onChange={(value) => {
          const whole = Number(value);
          if (whole >= 1 && whole <= POINTS_MAX) setPoints(whole);
        }}
      />
      {needed.error && <Missing what="What it takes" asked={needed} />}
      {needed.data && <Said needed={needed.data} />}
    </Stack>
  );
}

function Said({ needed }: { needed: Needed }) {
  const { answers, shows_points, more_answers, reason, models, prompt_ids } = needed;
  if (reason !== null || shows_points === null || more_answers === null) {
    return (
      <Dim>
        What change of your visibility this schedule can show is not known: {WHY[reason ?? "few"]}.
      </Dim>
    );
  }
  const shown = `${shows_points.toFixed(1)} points`;
  if (more_answers === 0) {
    return (
      <Text size="sm">
        <Shows answers={answers} points={shown} /> {noticing(needed)} no more answers and pay
        nothing more.
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
        <Shows answers={answers} points={shown} /> {noticing(needed)}{" "}
        <b>{whole(more_answers)} more answers</b> every four weeks from{" "}
        {asked.length === 1 ? "one assistant" : `${asked.length} assistants`}, for {cost}.
      </Text>
      <Prompts ids={prompt_ids} />
    </div>
  );
}

/** What a schedule can show; that a measured change counts from less on is in a hint. */
function Shows({ answers, points }: { answers: number; points: string }) {
  return (
    <>
      With as many answers as in the last four weeks ({whole(answers)}, to all prompts), a{" "}
      <Tooltip
        maw={360}
        label="A change of these four weeks from the four weeks before. A smaller measured change can count as more than chance: Changes says from how many points on. A real one has to be larger, as chance can make it look smaller than it is."
      >
        <Text component="span" inherit className="hinted" tabIndex={0}>
          real change
        </Text>
      </Tooltip>{" "}
      of your visibility of {points} or more is noticed in four of five cases.
    </>
  );
}

const noticing = ({ points }: Needed) =>
  `To notice a change by ${points === 1 ? "1 point" : `${points} points`} you need`;

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
    <Fine component="div">
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
    </Fine>
  );
}
