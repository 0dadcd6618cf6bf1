import { Badge } from "@mantine/core";
import type { OutputOf } from "../call.ts";

type Status = OutputOf<"list_runs">["data"][number]["status"];
const COLORS: Record<Status, string> = {
  waiting: "gray",
  running: "indigo",
  completed: "green",
  partial: "orange",
};

/** How far a run is. */
export function RunBadge({ status }: { status: Status }) {
  return (
    <Badge color={COLORS[status]} variant="light" tt="none" autoContrast>
      {status}
    </Badge>
  );
}
