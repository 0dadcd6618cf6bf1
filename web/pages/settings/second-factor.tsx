import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { renderSVG } from "uqr";
import { useAsk, useChange } from "../../data.ts";
import { say, sayFailure } from "../../widgets/confirm.tsx";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Copyable, SecretShown, ShownOnce } from "../../widgets/secret-shown.tsx";
import { showTime } from "../../words/numbers.ts";

type Open = "on" | "off" | "codes" | null;
const ALONE =
  "With an app such as Aegis, 1Password or Google Authenticator, whoever learns your password still cannot sign in.";
const BESIDE_PASSKEY =
  "After your password, an app such as Aegis, 1Password or Google Authenticator can take the place of a passkey.";
const APP_CODE = "Code of the app, or a recovery code";
const STALE = ["get_second_factor", "list_browsers"] as const;

/** The app whose code is asked for beside the password. */
export function SecondFactor() {
  const state = useAsk("get_second_factor", {});
  const passkeys = useAsk("list_passkeys", { limit: 100 }, { beside: false });
  const hasPasskey = (passkeys.data?.data.length ?? 0) > 0;
  const hasApp = Boolean(state.data?.authenticator_since);
  const [open, setOpen] = useState<Open>(null);
  const begin = useChange("begin_authenticator", []);
  const close = () => setOpen(null);
  const start = () => begin.mutate({}, { onError: sayFailure, onSuccess: () => setOpen("on") });
  return (
    <Panel title="Authenticator app">
      <Answered asked={state} height={60}>
        {({ authenticator_since: since, recovery_codes_left: left }) => (
          <Stack gap="sm" align="flex-start">
            <Text size="sm">
              {since ? `On since ${showTime(since)}.` : hasPasskey ? BESIDE_PASSKEY : ALONE}
              {(since || left > 0) &&
                ` ${left} recovery ${left === 1 ? "code is" : "codes are"} left.`}
            </Text>
            <Group>
              {!since && (
                <Button loading={begin.isPending} onClick={start}>
                  Set up an app
                </Button>
              )}
              {(since || left > 0) && (
                <Button variant="default" onClick={() => setOpen("codes")}>
                  New recovery codes
                </Button>
              )}
              {since && (
                <Button variant="light" color="red" onClick={() => setOpen("off")}>
                  Turn off
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Answered>
      {open === "on" && begin.data && <TurnOn made={begin.data} onClose={close} />}
      {open === "codes" && <Renew hasApp={hasApp} onClose={close} />}
      {open === "off" && <TurnOff hasPasskey={hasPasskey} onClose={close} />}
    </Panel>
  );
}

function TurnOn({
  made: { secret, uri },
  onClose,
}: {
  made: { secret: string; uri: string };
  onClose(): void;
}) {
  const confirm = useChange("confirm_authenticator", STALE);
  const [code, setCode] = useState("");
  return (
    <Dialog onClose={onClose} title="Set up an authenticator app" isBusy={confirm.isPending}>
      {confirm.data ? (
        <Codes codes={confirm.data.recovery_codes} onClose={onClose} />
      ) : (
        <DialogForm
          of={confirm}
          onSubmit={() => confirm.mutate({ code })}
          onClose={onClose}
          action="Turn on"
        >
          <Text size="sm">Scan this with the app, or type the key.</Text>
          <img
            alt="QR code of the key below"
            width={200}
            height={200}
            style={{ alignSelf: "center", borderRadius: 8 }}
            src={`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, { border: 2 }))}`}
          />
          <Copyable value={secret} />
          <CodeField label="Code that the app shows" value={code} onChange={setCode} />
        </DialogForm>
      )}
    </Dialog>
  );
}

function Renew({ hasApp, onClose }: { hasApp: boolean; onClose(): void }) {
  const renew = useChange("renew_recovery_codes", STALE);
  const [code, setCode] = useState("");
  return (
    <Dialog onClose={onClose} title="New recovery codes" isBusy={renew.isPending}>
      {renew.data ? (
        <Codes codes={renew.data.recovery_codes} onClose={onClose} />
      ) : (
        <DialogForm
          of={renew}
          onSubmit={() => renew.mutate({ code })}
          onClose={onClose}
          action="Make new codes"
        >
          <Text size="sm">Those you have are worthless afterwards.</Text>
          <CodeField label={hasApp ? APP_CODE : "Recovery code"} value={code} onChange={setCode} />
        </DialogForm>
      )}
    </Dialog>
  );
}

function TurnOff({ hasPasskey, onClose }: { hasPasskey: boolean; onClose(): void }) {
  const remove = useChange("remove_authenticator", STALE);
  const [code, setCode] = useState("");
  const done = () => {
    say(
      hasPasskey
        ? "The app is no longer asked for. After the password, a passkey is."
        : "The password alone signs you in now.",
    );
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Turn off the authenticator app?" isBusy={remove.isPending}>
      <DialogForm
        of={remove}
        onSubmit={() => remove.mutate({ code }, { onSuccess: done })}
        onClose={onClose}
        action="Turn off"
        color="red"
      >
        <Text size="sm">
          {hasPasskey
            ? "Your passkeys and recovery codes stay."
            : "Whoever knows your password can then sign in as you."}
        </Text>
        <CodeField label={APP_CODE} value={code} onChange={setCode} />
      </DialogForm>
    </Dialog>
  );
}

function CodeField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange(value: string): void;
}) {
  return (
    <TextInput
      label={label}
      autoComplete="one-time-code"
      required
      data-autofocus
      maxLength={64}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Recovery codes, shown this once. */
export function Codes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  return (
    <ShownOnce onClose={onClose}>
      <SecretShown
        label="Your recovery codes"
        text="Each signs you in once without the app. Keep them where you find them without it; they are shown only once."
        value={codes.join("\n")}
      />
    </ShownOnce>
  );
}
