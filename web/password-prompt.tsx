import { Alert, Anchor, Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { ofThisPage, whenAskedOnceMore } from "./call.ts";
import { PlainDialog } from "./widgets/dialog.tsx";
import { submitting } from "./widgets/submitting.ts";

const WHEN = "Asked once in 15 minutes before something leaves Earshot or access to it changes.";

type Asked = { signOn: string | undefined; answer(isConfirmed: boolean): void };

/** Asks for the password again where the server wants it, or leads to the provider, so that the call can go on. */
export function PasswordPrompt() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      whenAskedOnceMore((signOn) => new Promise<boolean>((answer) => setAsked({ signOn, answer }))),
    [],
  );
  if (!asked) return null;
  const finish = (isConfirmed: boolean) => {
    setAsked(null);
    asked.answer(isConfirmed);
  };
  return asked.signOn === undefined ? (
    <Prompt finish={finish} />
  ) : (
    <SignInAgain at={asked.signOn} finish={finish} />
  );
}

/** In another tab, so that what is typed on this page stays. */
function SignInAgain({ at, finish }: { at: string; finish(isConfirmed: boolean): void }) {
  const next = encodeURIComponent(location.pathname + location.search);
  return (
    <PlainDialog onClose={() => finish(false)} title="Sign in again" zIndex={400}>
      <Stack gap="sm">
        <Text size="sm">
          {WHEN} Sign in again in a new tab, then come back to this one and go on. If your provider
          does not tell when you signed in, confirm with{" "}
          <Anchor href={`/confirm?next=${next}`} target="_blank" rel="noopener" underline="always">
            a password of your own
          </Anchor>
          .
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => finish(false)}>
            Cancel
          </Button>
          <Button
            component="a"
            href={`${at}&next=${next}`}
            target="_blank"
            rel="noopener"
            variant="default"
            data-autofocus
          >
            Sign in again
          </Button>
          <Button onClick={() => finish(true)}>Go on</Button>
        </Group>
      </Stack>
    </PlainDialog>
  );
}

function Prompt({ finish }: { finish(isConfirmed: boolean): void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const answer = await fetch("/confirm", {
      method: "POST",
      headers: ofThisPage(),
      body: new URLSearchParams({ password }),
      redirect: "manual",
    }).catch(() => null);
    setBusy(false);
    // A right password is answered with a redirect, which fetch shows as this type.
    if (answer?.type === "opaqueredirect") finish(true);
    else if (answer?.status === 401) setProblem("This is not your password.");
    else if (answer?.status === 409)
      setProblem("Somebody else is signed in by now: load the page.");
    else if (answer?.status === 429) setProblem("Too many attempts; wait a moment.");
    else setProblem("It could not be checked; try again.");
  };
  return (
    <PlainDialog onClose={() => finish(false)} title="Confirm your password" zIndex={400}>
      <form onSubmit={submitting(() => void confirm())}>
        <Stack gap="sm">
          <Text size="sm">{WHEN}</Text>
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            data-autofocus
            value={password}
            onChange={({ currentTarget }) => setPassword(currentTarget.value)}
          />
          {problem && (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => finish(false)}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy}>
              Confirm
            </Button>
          </Group>
        </Stack>
      </form>
    </PlainDialog>
  );
}
