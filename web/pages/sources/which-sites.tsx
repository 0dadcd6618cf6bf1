import { Select } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useLost } from "../../brands/lost.ts";
import { useHere } from "../../here.tsx";
import { withScope } from "../../menu-scope.ts";
import { readScope } from "../../scope.ts";
import { Dim } from "../../words/text.ts";
import type { useNeverWithOwn } from "./never-with-own.ts";

type Kind = "domain" | "url";
type Which = "all" | "lost" | "never";
type Never = Pick<ReturnType<typeof useNeverWithOwn>, "own" | "isOn">;

/** Of all, or of the answers that name only competitors, or with no answer that names the own brand. */
function useWhich(never: Never) {
  const lost = useLost();
  const which: Which = never.isOn ? "never" : lost?.isOn ? "lost" : "all";
  return { lost, which };
}

/** Which sites or pages are listed; nothing where the own brand or no competitor is tracked. */
export function WhichSites({ kind, never }: { kind: Kind; never: Never }) {
  const { scope } = useHere();
  const { lost, which } = useWhich(never);
  const navigate = useNavigate();
  const own = never.own?.id;
  if (own === undefined) return null;
  const noun = kind === "domain" ? "sites" : "pages";
  const data = [
    { value: "all", label: `All ${noun}` },
    ...(lost ? [{ value: "lost", label: "In answers that name a competitor, not you" }] : []),
    // Pages are as many as there are: which of them never go with a name is not told.
    ...(kind === "domain" ? [{ value: "never", label: "Sites that never come with you" }] : []),
  ];
  if (data.length < 2) return null;
  const set = (next: string | null) => {
    // Among answers that do not name it no site goes with it.
    const isOver = which === "lost" || (next === "never" && scope.not_mentioned?.includes(own));
    const filters = {
      never: next === "never" ? "own" : undefined,
      ...(isOver && { mentioned: undefined, not_mentioned: undefined }),
      ...(next === "lost" && lost?.filters),
    };
    void navigate({
      to: ".",
      search: ({ page: _, ...before }: Record<string, unknown>) => ({
        ...before,
        ...withScope(readScope(before), filters),
      }),
    } as never);
  };
  return (
    <Select
      label={`Which ${noun}`}
      size="xs"
      w={{ base: "100%", xs: 290 }}
      data={data}
      value={which}
      onChange={set}
    />
  );
}

/** What the chosen one shows. */
export function WhichShown({ kind, never }: { kind: Kind; never: Never }) {
  const { isGuest } = useHere();
  const { which } = useWhich(never);
  if (isGuest || !never.own) return null;
  const noun = kind === "domain" ? "Sites" : "Pages";
  const own = <bdi>{never.own.name}</bdi>;
  const said = {
    all: <>All {noun.toLowerCase()} that these answers read or cite.</>,
    lost: (
      <>
        {noun} that answers read or cite which name a competitor and not {own}.
      </>
    ),
    never: (
      <>
        {noun} that only come with answers without {own}: no answer of these days that reads or
        cites one names you.
      </>
    ),
  };
  return (
    <Dim mb="sm" {...(which === "all" && { className: "no-print" })}>
      {said[which]}
    </Dim>
  );
}
