import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { ask } from "./asking.ts";
import { leaveForSignIn, type OutputOf, signInPath, whenSessionIsOver } from "./call.ts";
import { PlainDialog } from "./widgets/dialog.tsx";
import { isAnythingUnsaved } from "./widgets/unsaved.tsx";

type Me = OutputOf<"get_me">;
/** A call that was refused for want of a session; it goes on, or is given up. */
type Held = { isReading: boolean; answer(isBack: boolean): void };

/**
 * Says that the session is over where something was entered that leaving for the sign-in would lose, and holds all calls
 * until the user is signed in again: in another tab, so that it stays.
 */
export function SessionOver() {
  const held = useRef<Held[]>([]);
  const [state, setState] = useState<"none" | "told" | "put away">("none");
  useEffect(
    () =>
      whenSessionIsOver(async (isReading) => {
        // What is sent by a press is to be lost as well.
        if (isReading && !isAnythingUnsaved()) {
          leaveForSignIn();
          return false;
        }
        // Told once; put away it comes again only for what somebody presses.
        setState((was) => (was === "put away" && isReading ? was : "told"));
        return new Promise((answer) => held.current.push({ isReading, answer }));
      }),
    [],
  );
  const goOn = useCallback(() => {
    setState("none");
    for (const one of held.current.splice(0)) one.answer(true);
  }, []);
  if (state === "none") return null;
  const putAway = () => {
    setState("put away");
    for (const one of held.current) if (!one.isReading) one.answer(false);
    held.current = held.current.filter(({ isReading }) => isReading);
  };
  return <UntilSignedIn isTold={state === "told"} onBack={goOn} onClose={putAway} />;
}

function UntilSignedIn({
  isTold,
  onBack,
  onClose,
}: {
  isTold: boolean;
  onBack(): void;
  onClose(): void;
}) {
  const other = useSomebodyElse(isTold, onBack);
  if (!isTold) return null;
  return (
    <PlainDialog onClose={onClose} title="Your session is over" zIndex={500}>
      <Stack gap="sm">
        <Text size="sm">
          Sign in again in a new tab. What you entered on this page stays, and the page goes on by
          itself once you are signed in.
        </Text>
        {other && (
          <Alert color="orange" role="alert">
            {other.email} is signed in now. Sign out there and sign in as yourself. Or reload this
            page to go on as {other.email}: then what you entered is lost.
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button
            component="a"
            href={other ? "/logout" : signInPath()}
            target="_blank"
            rel="noopener"
            data-autofocus
          >
            {other ? "Sign out there" : "Sign in"}
          </Button>
        </Group>
      </Stack>
    </PlainDialog>
  );
}

const LOOK_MS = 3_000;

/** Looks until the user is signed in again; answers with who is instead. */
function useSomebodyElse(isTold: boolean, onBack: () => void): Me | null {
  const before = useQueryClient().getQueryData(ask("get_me", {}).queryKey);
  const { data, isFetchedAfterMount } = useQuery({
    queryKey: ["who is signed in"],
    queryFn: () => readMe(isTold, before),
    refetchInterval: LOOK_MS,
    refetchOnWindowFocus: "always",
    staleTime: 0,
    retry: false,
  });
  const me = isFetchedAfterMount ? data : null;
  const isBack = me && isSame(me, before);
  useEffect(() => {
    if (isBack) onBack();
  }, [isBack, onBack]);
  return isBack ? null : (me ?? null);
}

const isSame = (me: Me, before: Me | undefined) => !before || before.id === me.id;

/** Who is signed in, asked beside the other calls: these wait. Leaves once all that was entered is given up. */
async function readMe(isTold: boolean, before: Me | undefined): Promise<Me | null> {
  const answer = await fetch("/app/call/get_me", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  const me = answer.ok ? ((await answer.json()) as Me) : null;
  const isOver = me ? !isSame(me, before) : answer.status === 401;
  if (isOver && !isTold && !isAnythingUnsaved()) leaveForSignIn();
  return me;
}
