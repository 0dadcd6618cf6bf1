import { useBlocker } from "@tanstack/react-router";
import { Confirm } from "./confirm.tsx";

/** Asks before a page is left that would lose something: for another page or tab of ours, or with the whole browser tab. */
export function Unsaved({
  isUnsaved,
  lost = "What you changed here is not saved.",
}: {
  /** Asked whenever somebody leaves. */
  isUnsaved: boolean | (() => boolean);
  lost?: string;
}) {
  const isLost = () => (typeof isUnsaved === "function" ? isUnsaved() : isUnsaved);
  const { status, proceed, reset } = useBlocker({
    // The range and filters are in the address, too, and take nothing away.
    shouldBlockFn: ({ current, next }) => isLost() && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isLost,
    withResolver: true,
  });
  return (
    <Confirm
      title="Leave this page?"
      action="Leave"
      isOpen={status === "blocked"}
      isBusy={false}
      error={null}
      onConfirm={() => proceed?.()}
      onClose={() => reset?.()}
    >
      {lost}
    </Confirm>
  );
}

/** What of an address tells another page or part of one. */
const PLACES = ["tab", "action"];

function placeOf({ pathname, search }: { pathname: string; search: object }): string {
  const parts = search as Record<string, unknown>;
  return [pathname, ...PLACES.map((name) => parts[name] ?? "")].join(" ");
}
