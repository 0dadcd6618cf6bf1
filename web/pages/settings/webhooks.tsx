import { Badge, Checkbox, Group, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { QuietButton, SmallButton } from "../../widgets/buttons.ts";
import { ConfirmChange, say, sayFailure } from "../../widgets/confirm.tsx";
import { buttons, type Column } from "../../widgets/data-table.tsx";
import { Dialog, DialogForm } from "../../widgets/dialog.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { SecretShown, ShownOnce } from "../../widgets/secret-shown.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ago, whole } from "../../words/numbers.ts";

type Webhook = OutputOf<"list_webhooks">["data"][number];
type Known = OutputOf<"list_webhooks">["events"];

/** Addresses of yours that are notified when something happens. */
export function WebhooksTab() {
  const { project_id, canManage } = useHere();
  const webhooks = useAsk("list_webhooks", { project_id, limit: 100 }, { watched: true });
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Webhook | null>(null);
  const events = webhooks.data?.events ?? [];
  const columns = useColumns(events, setRemoved);
  return (
    <ListPanel
      title="Webhooks"
      file="webhooks"
      about="A webhook tells a program of yours at once when something happens here. For its developer: deliveries are signed according to Standard Webhooks and retried for three days; private addresses get none unless the person who runs this server allows it."
      make={{ label: "Add a webhook", can: canManage, start: () => setAdding(true) }}
      asked={webhooks}
      columns={columns}
      keyOf={(webhook) => webhook.id}
      empty={
        <Empty icon={<IconWebhook size={32} aria-hidden />} title="No webhook yet">
          Notify your script or automation when a run is over or visibility changed. To be told
          yourself, choose mails under Your account.
        </Empty>
      }
    >
      {isAdding && <Add known={events} onClose={() => setAdding(false)} />}
      {removed && <Remove webhook={removed} onClose={() => setRemoved(null)} />}
    </ListPanel>
  );
}

function useColumns(events: Known, remove: (webhook: Webhook) => void): Column<Webhook>[] {
  const { canManage } = useHere();
  return [
    {
      key: "url",
      header: "Address",
      value: (webhook) => webhook.url,
      show: (webhook) => (
        <Text size="sm" style={{ wordBreak: "break-all" }}>
          {webhook.url}
        </Text>
      ),
    },
    {
      key: "events",
      header: "Events",
      place: "wide",
      value: (webhook) => webhook.events.join(" "),
      show: (webhook) =>
        events
          .filter(({ name }) => webhook.events.includes(name))
          .map(({ label }) => label)
          .join("; "),
    },
    {
      key: "is_active",
      header: "State",
      value: (webhook) => webhook.is_active,
      show: (webhook) => <State webhook={webhook} />,
    },
    buttons((webhook) => (canManage ? <Actions webhook={webhook} remove={remove} /> : null)),
  ];
}

function State({
  webhook: { is_active, disabled_reason, failing_since, missed_count, last_delivery },
}: {
  webhook: Webhook;
}) {
  if (!is_active && disabled_reason)
    return (
      <Stack gap={2} align="flex-start">
        <Badge color="red">switched off: it failed</Badge>
        <Text size="sm">
          {disabled_reason} Nothing is sent to it until it is switched on again. Events not sent so
          far: {whole(missed_count)}.
        </Text>
      </Stack>
    );
  const [label, color, why] = !is_active
    ? ["off", "gray", `Somebody switched it off. Events not sent: ${whole(missed_count)}.`]
    : failing_since
      ? ["failing", "red", last_delivery?.last_error ?? "It does not accept deliveries."]
      : last_delivery
        ? stateOf(last_delivery)
        : ["not tried", "gray", "Nothing was sent to it yet. Test sends one delivery."];
  return (
    <Tooltip label={why}>
      <Badge color={color} tabIndex={0}>
        {label}
      </Badge>
    </Tooltip>
  );
}

/** What became of the last delivery of a webhook that is not known to fail. */
function stateOf({
  status,
  attempts,
  created_at,
  last_error,
}: NonNullable<Webhook["last_delivery"]>): [label: string, color: string, why: string] {
  const when = ago(created_at);
  if (status === "delivered") return ["works", "green", `Last delivery ${when}: delivered.`];
  if (status === "pending") return ["being tried", "gray", `Last delivery ${when}: on its way.`];
  const why = last_error ? `: ${last_error}` : ".";
  if (attempts === 0) return ["not sent", "gray", `The last delivery, ${when}, was not sent${why}`];
  return ["failed", "red", `The last delivery, ${when}, failed${why}`];
}

function Actions({ webhook, remove }: { webhook: Webhook; remove(webhook: Webhook): void }) {
  const { project_id } = useHere();
  const test = useChange("try_webhook", ["list_webhooks"]);
  const change = useChange("update_webhook", ["list_webhooks"]);
  const webhook_id = webhook.id;
  return (
    <Group gap={6} justify="flex-end">
      <SmallButton
        loading={test.isPending}
        onClick={() =>
          test.mutate(
            { project_id, webhook_id },
            {
              onError: sayFailure,
              onSuccess: () => say("A test was sent; its state appears here soon."),
            },
          )
        }
      >
        Test
      </SmallButton>
      <SmallButton
        loading={change.isPending}
        onClick={() =>
          change.mutate(
            { project_id, webhook_id, is_active: !webhook.is_active },
            { onError: sayFailure },
          )
        }
      >
        {webhook.is_active ? "Switch off" : "Switch on"}
      </SmallButton>
      <QuietButton onClick={() => remove(webhook)}>Remove</QuietButton>
    </Group>
  );
}

function Add({ known, onClose }: { known: Known; onClose(): void }) {
  const { project_id } = useHere();
  const [url, setUrl] = useState("");
  const [events, setEvents] = useState<Known[number]["name"][]>(["run.completed"]);
  const add = useChange("create_webhook", ["list_webhooks"]);
  return (
    <Dialog onClose={onClose} title="Add a webhook" isBusy={add.isPending}>
      {add.data ? (
        <ShownOnce onClose={onClose}>
          <SecretShown
            label="Its signing secret"
            text="Your receiver checks signatures with it. It is shown only once."
            value={add.data.secret}
          />
        </ShownOnce>
      ) : (
        <DialogForm
          of={add}
          onSubmit={() => add.mutate({ project_id, url, events })}
          onClose={onClose}
          action="Add"
          disabled={events.length === 0}
        >
          <TextInput
            label="Address"
            type="url"
            placeholder="https://"
            required
            data-autofocus
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <Checkbox.Group label="Send when" value={events} onChange={setEvents}>
            <Stack gap={6} mt={6}>
              {known
                .filter(({ name }) => name !== "webhook.test")
                .map(({ name, label, description }) => (
                  <Checkbox key={name} value={name} label={label} description={description} />
                ))}
            </Stack>
          </Checkbox.Group>
        </DialogForm>
      )}
    </Dialog>
  );
}

function Remove({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const { project_id } = useHere();
  return (
    <ConfirmChange
      title="Remove the webhook?"
      action="Remove"
      of={["delete_webhook", { project_id, webhook_id: webhook.id }]}
      stale={["list_webhooks"]}
      onClose={onClose}
    >
      {webhook.url} receives nothing from now on.
    </ConfirmChange>
  );
}
