import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ToMissing, useMissing } from "../../brands/missing.tsx";
import { useHere } from "../../here.tsx";
import { Empty } from "../../widgets/states.tsx";

/** How asking begins: with the first of what is missing, else with `ask`. */
export function NothingAsked({ ask }: { ask: ReactNode }) {
  const { canWrite } = useHere();
  const [first] = useMissing().missing;
  return (
    <Empty
      icon={<IconRefresh size={32} aria-hidden />}
      title="Nothing has been asked yet"
      action={canWrite && (first ? <ToMissing what={first} isMain /> : ask)}
    >
      Runs start automatically at the scheduled hour once there are prompts and an assistant.
      {!first && " You can also ask now."}
    </Empty>
  );
}
