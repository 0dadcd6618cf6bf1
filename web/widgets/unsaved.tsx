import { useBlocker } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { Confirm } from "./confirm.tsx";

/** What would be lost now, as each form says that is open. */
const forms = new Set<() => boolean>();

/** Whether something was entered that would be lost with the page. */
export const isAnythingUnsaved = (): boolean => [...forms].some((isUnsaved) => isUnsaved());

/**
 * Asks before a page is left that would lose something: for another page or tab of ours, or with the whole browser tab.
 * `isUnsaved` is asked whenever somebody leaves.
 */
export function useUnsaved(isUnsaved: () => boolean, lost: string): ReactNode {
  const { status, proceed, reset } = useBlocker({
    // The range and filters are in the address, too, and take nothing away.
    shouldBlockFn: ({ current, next }) => isUnsaved() && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  // What is gone while it asks, as a form that was sent meanwhile, holds nobody: an unanswered question would.
  const stay = useRef(reset);
  stay.current = reset;
  useEffect(() => () => stay.current?.(), []);
  useEffect(() => {
    forms.add(isUnsaved);
    return () => void forms.delete(isUnsaved);
  }, [isUnsaved]);
  return (
    <Confirm
      title="Leave this page?"
      action="Leave"
      isOpen={status === "blocked"}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {lost}
    </Confirm>
  );
}

/** The same for a form in a page. */
export function Unsaved({
  isUnsaved,
  lost = "What you changed here is not saved.",
}: {
  isUnsaved: boolean;
  lost?: string;
}) {
  return useUnsaved(() => isUnsaved, lost);
}

/** What of an address tells another page or part of one. */
const PLACES = ["tab", "action"];

function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  const parts = search as Record<string, unknown>;
  return [pathname, ...PLACES.map((name) => parts[name] ?? "")].join(" ");
}
