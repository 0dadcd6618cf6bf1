import { Anchor, Badge, Group, Text } from "@mantine/core";
import { IconKey } from "@tabler/icons-react";
import { useState } from "react";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { QuietButton, SmallButton } from "../../widgets/buttons.ts";
import { ConfirmChange } from "../../widgets/confirm.tsx";
import { buttons, type Column } from "../../widgets/data-table.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { NoApi } from "../../widgets/no-api.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ago, showTime } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";
import { type Key, MakeKey, RotateKey } from "./key-forms.tsx";

type Doing = { what: "create" } | { what: "rotate" | "revoke"; key: Key } | null;

/** Keys of the REST API: made, shown once, rotated, revoked. */
export function KeysTab() {
  const { project_id, canManage } = useHere();
  const keys = useAsk("list_keys", { project_id, limit: 1000 }, { watched: true });
  const [doing, setDoing] = useState<Doing>(null);
  const columns = useColumns(setDoing);
  const close = () => setDoing(null);
  return (
    <ListPanel
      title="API keys"
      file="keys"
      about={
        <>
          <NoApi />
          For scripts over the{" "}
          <Anchor href="/docs/api" underline="always">
            REST API
          </Anchor>
          , in the header <span className="nowrap">X-API-Key</span>. A key sees this project only
          and is shown once.{" "}
          <PageLink isInText to="/connect">
            Connect
          </PageLink>{" "}
          has calls to try.
        </>
      }
      make={{ label: "Create a key", can: canManage, start: () => setDoing({ what: "create" }) }}
      asked={keys}
      columns={columns}
      keyOf={(key) => key.id}
      empty={
        <Empty icon={<IconKey size={32} aria-hidden />} title="No key yet">
          Create one to script what you see here: list, report, create, import.
        </Empty>
      }
    >
      {doing?.what === "create" && <MakeKey onClose={close} />}
      {doing?.what === "rotate" && <RotateKey of={doing.key} onClose={close} />}
      {doing?.what === "revoke" && <RevokeKey of={doing.key} onClose={close} />}
    </ListPanel>
  );
}

function stateOf({ revoked_at, expires_at, replaced_by }: Key): string {
  if (revoked_at) return "revoked";
  if (expires_at && Date.parse(expires_at) <= Date.now()) return "expired";
  return replaced_by ? "being replaced" : "works";
}

function useColumns(act: (doing: Doing) => void): Column<Key>[] {
  const { canManage } = useHere();
  return [
    {
      key: "name",
      header: "Name",
      value: (key) => key.name,
      show: (key) => (
        <div>
          <Text size="sm">{key.name}</Text>
          <Fine ff="monospace">{key.preview}</Fine>
        </div>
      ),
    },
    { key: "access", header: "Access", value: (key) => key.access },
    {
      key: "state",
      header: "State",
      value: stateOf,
      show: (key) => (
        <Badge color={stateOf(key) === "works" ? "green" : "gray"}>{stateOf(key)}</Badge>
      ),
    },
    {
      key: "expires_at",
      header: "Ends",
      value: (key) => key.expires_at,
      show: (key) => (key.expires_at ? showTime(key.expires_at) : "never"),
    },
    {
      key: "last_used_at",
      header: "Last used",
      value: (key) => key.last_used_at,
      show: (key) => ago(key.last_used_at),
    },
    { key: "created_by", header: "Made by", value: (key) => key.created_by, csvOnly: true },
    buttons((key) =>
      canManage && ["works", "being replaced"].includes(stateOf(key)) ? (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {!key.replaced_by && (
            <SmallButton onClick={() => act({ what: "rotate", key })}>Rotate</SmallButton>
          )}
          <QuietButton onClick={() => act({ what: "revoke", key })}>Revoke</QuietButton>
        </Group>
      ) : null,
    ),
  ];
}

function RevokeKey({ of: { id, name }, onClose }: { of: Key; onClose(): void }) {
  const { project_id } = useHere();
  return (
    <ConfirmChange
      title={`Revoke ${name}?`}
      action="Revoke"
      of={["revoke_key", { project_id, key_id: id }]}
      stale={["list_keys"]}
      said={`The key “${name}” no longer works.`}
      onClose={onClose}
    >
      Anything that uses it stops working at once. This cannot be undone.
    </ConfirmChange>
  );
}
