import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { OperationName } from "../call.ts";
import { makeStale } from "../data.ts";
import { useHere } from "../here.tsx";

/**
 * Asks again for what `names` answer whenever the server says that something under way in the project moved, as long as
 * it `isWanted`; false while the server cannot say so. Only what is looked at listens: a browser has six connections to a
 * server for all its tabs, and one that listens keeps one of them.
 */
export function useProgress(names: readonly OperationName[], isWanted = true): boolean {
  const { project_id } = useHere();
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const reread = () => {
      void makeStale(client, names);
    };
    let source: EventSource | null = null;
    const listen = () => {
      source = new EventSource(`/app/progress?project_id=${encodeURIComponent(project_id)}`);
      source.onopen = () => setLive(true);
      source.onerror = () => setLive(false);
      source.addEventListener("progress", reread);
    };
    const stop = () => {
      source?.close();
      source = null;
      setLive(false);
    };
    const look = () => {
      if (document.visibilityState !== "visible") stop();
      else if (!source) {
        listen();
        reread();
      }
    };
    if (document.visibilityState === "visible") listen();
    document.addEventListener("visibilitychange", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      stop();
    };
  }, [client, project_id, names, isWanted]);
  return isLive;
}
