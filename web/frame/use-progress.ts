import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { OperationName } from "../call.ts";
import { useHere } from "../here.tsx";

/**
 * Asks again for what `names` answer whenever the server says that something under way in the project moved, as long as
 * it `isWanted`; false while the server cannot say so.
 */
export function useProgress(names: readonly OperationName[], isWanted = true): boolean {
  const { project_id } = useHere();
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const source = new EventSource(`/app/progress?project_id=${encodeURIComponent(project_id)}`);
    source.onopen = () => setLive(true);
    source.onerror = () => setLive(false);
    source.addEventListener("progress", () => {
      for (const name of names) void client.invalidateQueries({ queryKey: [name] });
    });
    return () => {
      source.close();
      setLive(false);
    };
  }, [client, project_id, names, isWanted]);
  return isLive;
}
