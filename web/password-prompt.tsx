import { Alert, Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { whenPasswordIsNeeded } from "./call.ts";
import { PlainDialog } from "./widgets/dialog.tsx";

/** Asks for the password again where the server wants it, so that the call can go on. */
export function PasswordPrompt() {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(
    () => whenPasswordIsNeeded(() => new Promise<boolean>((done) => setAnswer(() => done))),
    [],
  );
  if (!answer) return null;
  const finish = (isConfirmed: boolean) => {
    setAnswer(null);
    answer(isConfirmed);
  };
  return <Prompt finish={finish} />;
}

function Prompt({ finish }: { finish(isConfirmed: boolean): void }) {
  const [password, setPassword] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const answer = await fetch("/confirm", {
      method: "POST",
      body: new URLSearchParams({ password }),
      redirect: "manual",
    }).catch(() => null);
    setBusy(false);
    // A right password is answered with a redirect, which fetch shows as this type.
    if (answer?.type === "opaqueredirect") finish(true);
    else if (answer?.status === 401) setProblem("This is not your password.");
    else if (answer?.status === 429) setProblem("Too many attempts; wait a moment.");
    else setProblem("It could not be checked; try again.");
  };
  return (
    <PlainDialog onClose={() => finish(false)} title="Confirm your password" zIndex={400}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <Stack gap="sm">
          <Text size="sm">
            Asked once in 15 minutes before something leaves Earshot or access to it changes.
          </Text>
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
