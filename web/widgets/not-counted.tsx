import { Fragment } from "react";
import { NOT_USABLE, sayStatus } from "../words/answer-states.ts";
import { whole } from "../words/numbers.ts";
import { Behind, type Narrowed } from "./behind.tsx";

/** How many answers are usable, those of them to prompts that name the own brand, and how many are not. */
export type Population = Record<
  (typeof NOT_USABLE)[number] | "answers" | "branded_answers",
  number
>;

/** All that came back, usable or not. */
export const allOf = ({ answers, no_answer, refused, error }: Population): number =>
  answers + no_answer + refused + error;

/** Whether some answers are not counted. */
export const isAnyLeft = (population: Population): boolean =>
  NOT_USABLE.some((status) => population[status] > 0);

/** How many answers are not counted, and why, each number opening them; `of`: what narrows them besides. */
export function NotCounted({ population, of = {} }: { population: Population; of?: Narrowed }) {
  return NOT_USABLE.filter((status) => population[status] > 0).map((status, n) => (
    <Fragment key={status}>
      {n > 0 && ", "}
      <Behind count={population[status]} of={{ ...of, status }}>
        {whole(population[status])} {sayStatus(status)}
      </Behind>
    </Fragment>
  ));
}
