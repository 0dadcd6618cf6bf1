import { Badge } from "@mantine/core";
import { type Status, sayStatus } from "./answer-states.ts";

const COLORS: Record<Status, string> = {
  answered: "green",
  no_answer: "gray",
  refused: "orange",
  error: "red",
};

/** Whether an answer is one, as a badge: in small letters, as all of them. */
export function StatusBadge({ status }: { status: Status }) {
  return <Badge color={COLORS[status]}>{sayStatus(status)}</Badge>;
}
