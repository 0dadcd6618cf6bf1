import { notifications } from "@mantine/notifications";
import { useEffect, useRef, useState } from "react";
import { RunNow } from "../../brands/run-now.tsx";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { SmallButton } from "../../widgets/buttons.ts";
import { say } from "../../widgets/confirm.tsx";
import { whole } from "../../words/numbers.ts";

/** Whether prompts can be asked now: an assistant is asked, and asking is not paused. */
export function useCanAsk(): boolean {
  const { project_id, project, canWrite } = useHere();
  const { data } = useAsk("list_targets", { project_id, limit: 1000 });
  const isAnyActive = data?.data.some(({ is_active }) => is_active) ?? false;
  return canWrite && project.status === "active" && isAnyActive;
}

/**
 * Says that prompts were added and offers to ask them now, where an assistant is asked; an offer stays until it is
 * taken, closed or the page left.
 */
export function useAskOffer() {
  const canAsk = useCanAsk();
  const [ids, setIds] = useState<readonly string[] | null>(null);
  const said = useRef<string[]>([]);
  useEffect(() => () => said.current.forEach((id) => void notifications.hide(id)), []);
  const offer = (message: string, prompt_ids: readonly string[]) => {
    const button = canAsk && (
      <SmallButton
        mt={4}
        display="block"
        onClick={() => {
          notifications.hide(id);
          setIds(prompt_ids);
        }}
      >
        {prompt_ids.length === 1 ? "Ask it now" : `Ask these ${whole(prompt_ids.length)} now`}
      </SmallButton>
    );
    const id = say(message, button || undefined, { stays: true });
    said.current.push(id);
  };
  return { offer, dialog: ids && <RunNow prompt_ids={ids} onClose={() => setIds(null)} /> };
}
