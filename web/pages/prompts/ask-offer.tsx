import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { RunNow } from "../../brands/run-now.tsx";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";

/** Says that prompts were added and offers to ask them now, where an assistant is asked; the offer goes with the page. */
export function useAskOffer() {
  const { project_id, project } = useHere();
  const { data } = useAsk("list_targets", { project_id, limit: 1000 });
  const canAsk = project.status !== "paused" && data?.data.some(({ is_active }) => is_active);
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const said = useRef("");
  useEffect(() => () => void notifications.hide(said.current), []);
  const ask = (prompt_ids: readonly string[]) => {
    notifications.hide(said.current);
    setIds(prompt_ids);
  };
  const offer = (message: string, prompt_ids: readonly string[]) => {
    const button = canAsk && (
      <Button
        size="compact-sm"
        variant="default"
        mt={4}
        display="block"
        onClick={() => ask(prompt_ids)}
      >
        Ask now
      </Button>
    );
    said.current = say(message, button || undefined);
  };
  return { offer, dialog: ids && <RunNow prompt_ids={ids} onClose={() => setIds(null)} /> };
}
