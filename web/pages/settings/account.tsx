import { Badge, Button, Checkbox, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { QuietButton } from "../../widgets/buttons.ts";
import { Confirm, say, sayFailure } from "../../widgets/confirm.tsx";
import { buttons, type Column, DataTable } from "../../widgets/data-table.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { submitting } from "../../widgets/submitting.ts";
import { ago } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";
import { Browsers, browserOf } from "./browsers.tsx";
import { Mails } from "./mails.tsx";
import { Passkeys } from "./passkeys.tsx";
import { SecondFactor } from "./second-factor.tsx";

type Session = OutputOf<"list_sessions">["data"][number];

/** The password of the signed-in user, and where they are signed in. */
export function AccountTab() {
  const me = useAsk("get_me", {});
  if (me.data?.by_provider) {
    return (
      <Stack>
        <Panel title="Your organisation signs you in">
          <Text size="sm">
            Your organisation's provider keeps your password and second factor. Sign in with a
            password of your own to see what belongs to you alone.
          </Text>
        </Panel>
        <Mails />
        <Sessions />
      </Stack>
    );
  }
  return (
    <Stack>
      <Password />
      <Passkeys />
      <SecondFactor />
      <Mails />
      <Sessions />
      <Browsers />
      <OwnData />
    </Stack>
  );
}

/** What is said at the field where the server found that the password is another one. */
const wrongPassword = (error: Error | null) =>
  error?.message.startsWith("Current password:") && "This is not your password.";

function Password() {
  const [current, setCurrent] = useState("");
  const [fresh, setFresh] = useState("");
  const [end_clients, setEndClients] = useState(false);
  const [end_keys, setEndKeys] = useState(false);
  const change = useChange("change_password", [
    "list_sessions",
    "list_connected_clients",
    "list_keys",
    "list_share_links",
  ]);
  return (
    <Panel title="Password">
      <form
        onSubmit={submitting(() =>
          change.mutate(
            { current_password: current, new_password: fresh, end_clients, end_keys },
            {
              onSuccess: ({ client_ids, key_ids, share_ids }) => {
                say(
                  `The password was changed. Ended: other sessions${countOf(client_ids, "client")}${countOf(key_ids, "key")}${countOf(share_ids, "share link")}.`,
                );
                setCurrent("");
                setFresh("");
                setEndClients(false);
                setEndKeys(false);
              },
            },
          ),
        )}
      >
        <Stack gap="sm" maw={380}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            error={wrongPassword(change.error)}
            value={current}
            onChange={({ currentTarget }) => setCurrent(currentTarget.value)}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters; a few words are good."
            autoComplete="new-password"
            required
            minLength={12}
            value={fresh}
            onChange={({ currentTarget }) => setFresh(currentTarget.value)}
          />
          <Text size="sm">
            Your other sessions end. If somebody else may know the password, end these too:
          </Text>
          <Checkbox
            label="Connected apps"
            checked={end_clients}
            onChange={({ currentTarget }) => setEndClients(currentTarget.checked)}
          />
          <Checkbox
            label="API keys and share links you made"
            checked={end_keys}
            onChange={({ currentTarget }) => setEndKeys(currentTarget.checked)}
          />
          {change.error && !wrongPassword(change.error) && <Failed error={change.error} />}
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

/** ", 2 keys"; nothing where none ended. */
function countOf(ended: readonly string[] | undefined, what: string): string {
  const count = ended?.length ?? 0;
  return count === 0 ? "" : `, ${count} ${what}${count === 1 ? "" : "s"}`;
}

function Sessions() {
  const sessions = useAsk("list_sessions", { limit: 100 });
  const end = useChange("revoke_session", ["list_sessions"]);
  const endOthers = useChange("end_other_sessions", ["list_sessions"]);
  const columns: Column<Session>[] = [
    {
      key: "user_agent",
      header: "Browser",
      value: (session) => session.user_agent,
      show: (session) => (
        <Group gap={6}>
          <Text size="sm">{browserOf(session.user_agent)}</Text>
          {session.is_current && <Badge>this one</Badge>}
        </Group>
      ),
    },
    { key: "address", header: "Address", value: (session) => session.address },
    {
      key: "last_used_at",
      header: "Last used",
      value: (session) => session.last_used_at,
      show: (session) => ago(session.last_used_at),
    },
    buttons((session) =>
      session.is_current ? null : (
        <QuietButton
          onClick={() => end.mutate({ session_id: session.id }, { onError: sayFailure })}
        >
          Sign out
        </QuietButton>
      ),
    ),
  ];
  return (
    <Panel
      title="Where you are signed in"
      action={
        <Button
          size="xs"
          variant="default"
          loading={endOthers.isPending}
          onClick={() =>
            endOthers.mutate(
              {},
              { onError: sayFailure, onSuccess: () => say("You are signed out everywhere else.") },
            )
          }
        >
          Sign out everywhere else
        </Button>
      }
    >
      <Answered asked={sessions}>
        {({ data }) => (
          <DataTable
            name="Sessions"
            rows={data}
            columns={columns}
            keyOf={(session) => session.id}
          />
        )}
      </Answered>
    </Panel>
  );
}

/** What is kept of the user, to take along or to end. */
function OwnData() {
  const [isLeaving, setLeaving] = useState(false);
  const [current_password, setPassword] = useState("");
  const remove = useChange("delete_account", []);
  return (
    <Panel title="What is kept of you">
      <Dim mb="sm">Your name, address, sessions and connected apps, as a file for programs.</Dim>
      <Group>
        <Button component="a" href="/app/export/my-data.jsonl" download variant="default">
          Save it as a file
        </Button>
        <Button color="red" variant="light" onClick={() => setLeaving(true)}>
          Delete your account
        </Button>
      </Group>
      <Confirm
        title="Delete your account?"
        action="Delete your account"
        isOpen={isLeaving}
        isBusy={remove.isPending}
        error={wrongPassword(remove.error) ? null : remove.error}
        onClose={() => {
          setLeaving(false);
          setPassword("");
          remove.reset();
        }}
        onConfirm={() =>
          remove.mutate({ current_password }, { onSuccess: () => location.assign("/login") })
        }
      >
        Your name, address, sessions and connected apps are deleted for good. Projects stay with the
        organisation; API keys and share links you made keep working.
        <PasswordInput
          mt="sm"
          label="Your password"
          autoComplete="current-password"
          error={wrongPassword(remove.error)}
          value={current_password}
          onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        />
      </Confirm>
    </Panel>
  );
}
