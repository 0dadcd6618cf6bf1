import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useHere } from "../../here.tsx";

/** Asks for runs again whenever the server says that their counts changed; false while it cannot say so. */
export function useProgress(): boolean {
  const { project_id } = useHere();
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const source = new EventSource(`/app/progress?project_id=${encodeURIComponent(project_id)}`);
    const refresh = () => {
      for (const name of ["list_runs", "get_budget"]) {
        void client.invalidateQueries({ queryKey: [name] });
      }
    };
    source.onopen = () => setLive(true);
    source.onerror = () => setLive(false);
    source.addEventListener("progress", refresh);
    return () => source.close();
  }, [client, project_id]);
  return isLive;
}
