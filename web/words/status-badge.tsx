import { Badge } from "@mantine/core";
import { STATUS_LABELS, type Status } from "../answers-search.ts";

const COLORS: Record<Status, string> = {
  answered: "green",
  no_answer: "gray",
  refused: "orange",
  error: "red",
};

/** Whether an answer is one, as a badge: in small letters, as all of them. */
export function StatusBadge({ status }: { status: Status }) {
  return (
    <Badge color={COLORS[status]} variant="light" tt="none" autoContrast>
      {STATUS_LABELS[status].toLowerCase()}
    </Badge>
  );
}
