import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Empty } from "../../widgets/states.tsx";

/** How asking begins: with the first of what is missing, else with `ask`. */
export function NothingAsked({ ask }: { ask: ReactNode }) {
  const { project_id, canWrite } = useHere();
  const targets = useAsk("list_targets", { project_id, limit: 1 });
  const prompts = useAsk("list_prompts", { project_id, status: "active", limit: 1 });
  const first =
    targets.data?.total_count === 0 ? (
      <PageLink to="/models" isButton="filled">
        Add an assistant
      </PageLink>
    ) : prompts.data?.total_count === 0 ? (
      <PageLink to="/prompts" isButton="filled">
        Add prompts
      </PageLink>
    ) : null;
  return (
    <Empty
      icon={<IconRefresh size={32} aria-hidden />}
      title="Nothing has been asked yet"
      action={canWrite && (first ?? ask)}
    >
      Runs start automatically at the scheduled hour once there are prompts and an assistant.
      {!first && " You can also ask now."}
    </Empty>
  );
}
