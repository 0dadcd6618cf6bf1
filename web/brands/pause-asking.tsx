import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { say, sayFailure } from "../widgets/confirm.tsx";

/** Pauses all asking of the project, or resumes it. */
export function PauseAsking() {
  const { project, project_id, canWrite } = useHere();
  const save = useChange("update_project", ["get_project", "get_budget"]);
  if (!canWrite || project.status === "onboarding") return null;
  const isPaused = project.status === "paused";
  const Icon = isPaused ? IconPlayerPlay : IconPlayerPause;
  const said = isPaused ? "Asking was resumed." : "Nothing is asked until you resume.";
  return (
    <Button
      variant={isPaused ? "filled" : "default"}
      leftSection={<Icon size={16} aria-hidden />}
      loading={save.isPending}
      onClick={() =>
        save.mutate(
          { project_id, status: isPaused ? "active" : "paused" },
          { onSuccess: () => say(said), onError: sayFailure },
        )
      }
    >
      {isPaused ? "Resume asking" : "Pause asking"}
    </Button>
  );
}
