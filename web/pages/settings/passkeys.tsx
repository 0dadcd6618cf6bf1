import { Button, Text, TextInput } from "@mantine/core";
import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { useState } from "react";
import { call, type InputOf, type OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { QuietButton } from "../../widgets/buttons.ts";
import { ConfirmChange, say } from "../../widgets/confirm.tsx";
import { buttons, type Column, DataTable } from "../../widgets/data-table.tsx";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { ago, showTime } from "../../words/numbers.ts";
import { Codes } from "./second-factor.tsx";

type Passkey = OutputOf<"list_passkeys">["data"][number];
type Answer = InputOf<"add_passkey">["response"];
const STALE = ["list_passkeys", "get_second_factor", "list_browsers"] as const;

/** The passkeys that sign the user in without a password. */
export function Passkeys() {
  const passkeys = useAsk("list_passkeys", { limit: 100 });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const columns: Column<Passkey>[] = [
    { key: "name", header: "Passkey", value: (passkey) => passkey.name },
    {
      key: "created_at",
      header: "Added",
      value: (passkey) => passkey.created_at,
      show: (passkey) => showTime(passkey.created_at),
    },
    {
      key: "last_used_at",
      header: "Last used",
      value: (passkey) => passkey.last_used_at,
      show: (passkey) => (passkey.last_used_at ? ago(passkey.last_used_at) : "never"),
    },
    buttons((passkey) => <QuietButton onClick={() => setRemoved(passkey)}>Remove</QuietButton>),
  ];
  return (
    <Panel
      title="Passkeys"
      action={
        browserSupportsWebAuthn() && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            Add a passkey
          </Button>
        )
      }
    >
      <Answered asked={passkeys} height={60}>
        {({ data }) =>
          data.length === 0 ? (
            <Text size="sm">
              A passkey signs you in with your finger, face or PIN, or a security key, and works at
              no other site. Once you have one, your password alone no longer signs you in.
            </Text>
          ) : (
            <DataTable
              name="Passkeys"
              rows={data}
              columns={columns}
              keyOf={(passkey) => passkey.id}
            />
          )
        }
      </Answered>
      {isAdding && <Add onClose={() => setAdding(false)} />}
      {removed && <Remove passkey={removed} onClose={() => setRemoved(null)} />}
    </Panel>
  );
}

/** What a browser refuses, by its error's name: its own words are for programmers. */
const REFUSED: Record<string, string> = {
  NotAllowedError: "No passkey was made: it was cancelled, or took too long.",
  InvalidStateError: "This device has a passkey of yours already.",
};

function Add({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const [error, setError] = useState<Error | null>(null);
  const [isAsking, setAsking] = useState(false);
  const add = useChange("add_passkey", STALE);
  const make = async () => {
    setAsking(true);
    setError(null);
    try {
      const { options } = await call("begin_passkey", {});
      const optionsJSON = options as unknown as Parameters<
        typeof startRegistration
      >[0]["optionsJSON"];
      const response = (await startRegistration({ optionsJSON })) as unknown as Answer;
      const { recovery_codes } = await add.mutateAsync({ name, response });
      if (recovery_codes.length > 0) return;
      say("The passkey was added.");
      onClose();
    } catch (problem) {
      const said = REFUSED[(problem as Error).name];
      setError(said ? new Error(said) : (problem as Error));
    } finally {
      setAsking(false);
    }
  };
  return (
    <Dialog onClose={onClose} title="Add a passkey" isBusy={add.isPending}>
      {add.data && add.data.recovery_codes.length > 0 ? (
        <Codes codes={add.data.recovery_codes} onClose={onClose} />
      ) : (
        <DialogForm
          of={{ error, isPending: isAsking }}
          onSubmit={() => void make()}
          onClose={onClose}
          action="Go on"
        >
          <TextInput
            label="What to call it"
            description="Like the device or password manager it is on."
            required
            maxLength={60}
            data-autofocus
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        </DialogForm>
      )}
    </Dialog>
  );
}

function Remove({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  return (
    <ConfirmChange
      title={`Remove ${passkey.name}?`}
      action="Remove"
      of={["remove_passkey", { passkey_id: passkey.id }]}
      stale={STALE}
      onClose={onClose}
    >
      It signs you in no more. Without another passkey or an authenticator app, your password alone
      does again.
    </ConfirmChange>
  );
}
