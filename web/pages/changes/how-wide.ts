import { whole } from "../../words/numbers.ts";
import type { Explanation, Part } from "./explanation.ts";

type Told = Pick<Explanation, "part_counts"> & {
  data: readonly Pick<Part, "split" | "significant" | "contribution">[];
};

/**
 * With how many assistants and on how many topics a brand moved one way, by more than chance; of one assistant or topic
 * alone nothing is said. Null where they moved both ways, or not all are told.
 */
export function howWide({ data, part_counts }: Told): { where: string; isUp: boolean } | null {
  const movedIn = (split: "model" | "topic", one: string) => {
    const parts = data.filter((part) => part.split === split);
    if (parts.length < 2) return [];
    const sure = parts.filter(({ significant }) => significant);
    const up = sure.filter(({ contribution }) => contribution > 0).length;
    const isOneWay = sure.length > 0 && (up === 0 || up === sure.length);
    if (!isOneWay || parts.length !== part_counts[split]) return [null];
    const said =
      sure.length === parts.length
        ? `all ${whole(parts.length)} ${one}s`
        : `${whole(sure.length)} of ${whole(parts.length)} ${one}s`;
    return [{ said: split === "model" ? `with ${said}` : `on ${said}`, isUp: up > 0 }];
  };
  const [first, ...others] = [...movedIn("model", "assistant"), ...movedIn("topic", "topic")];
  if (!first || others.some((other) => other?.isUp !== first.isUp)) return null;
  return {
    where: [first, ...others].map((one) => one?.said).join(" and "),
    isUp: first.isUp,
  };
}
