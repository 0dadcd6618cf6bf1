import { Badge, Group, Text } from "@mantine/core";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { QuietButton } from "../../widgets/buttons.ts";
import { ConfirmChange } from "../../widgets/confirm.tsx";
import { buttons, type Column } from "../../widgets/data-table.tsx";
import { ListPanel } from "../../widgets/list-panel.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Empty } from "../../widgets/states.tsx";
import { ago, showTime } from "../../words/numbers.ts";
import { Fine } from "../../words/text.ts";

type Client = OutputOf<"list_connected_clients">["data"][number];

/** Apps that the signed-in user let in over MCP, and the end of each. */
export function ClientsTab() {
  const clients = useAsk("list_connected_clients", { limit: 1000 }, { watched: true });
  const [ended, setEnded] = useState<Client | null>(null);
  const columns = columnsOf(setEnded);
  return (
    <ListPanel
      title="Connected apps"
      file="connected-apps"
      about="Assistants and other programs that you let in over MCP. Each acts as you, within what you allowed. Only you can see this list."
      asked={clients}
      columns={columns}
      keyOf={(client) => client.client_id}
      empty={
        <Empty
          icon={<IconPlugConnected size={32} aria-hidden />}
          title="None is connected"
          action={<PageLink to="/connect">How to connect one</PageLink>}
        >
          Give Claude, ChatGPT, Cursor or any MCP client your address; it asks for your consent by
          itself.
        </Empty>
      }
    >
      {ended && <End client={ended} onClose={() => setEnded(null)} />}
    </ListPanel>
  );
}

function columnsOf(end: (client: Client) => void): Column<Client>[] {
  return [
    {
      key: "name",
      header: "Its own name",
      value: (client) => client.name,
      show: (client) => (
        <div>
          <Text size="sm">{client.name}</Text>
          <Fine>{client.hosts.join(", ")}</Fine>
          {client.must_sign_in_again && (
            <Text size="xs">
              Opens nothing now: sign in again by your organisation, or allow it again.
            </Text>
          )}
        </div>
      ),
    },
    {
      key: "scopes",
      header: "May",
      value: (client) => client.scopes.join(" "),
      show: (client) => (
        <Group gap={4}>
          {client.scopes.map((scope) => (
            <Badge key={scope} color={scope === "mcp:write" ? "orange" : "gray"}>
              {scope === "mcp:write" ? "change things" : "read"}
            </Badge>
          ))}
        </Group>
      ),
    },
    {
      key: "connected_at",
      header: "Since",
      value: (client) => client.connected_at,
      show: (client) => showTime(client.connected_at),
    },
    {
      key: "last_token_at",
      header: "Active",
      hint: "When it last got a token, which lasts an hour.",
      value: (client) => client.last_token_at,
      show: (client) => ago(client.last_token_at),
    },
    buttons((client) => <QuietButton onClick={() => end(client)}>Disconnect</QuietButton>),
  ];
}

function End({ client, onClose }: { client: Client; onClose(): void }) {
  return (
    <ConfirmChange
      title={`Disconnect ${client.name}?`}
      action="Disconnect"
      of={["disconnect_client", { client_id: client.client_id }]}
      stale={["list_connected_clients"]}
      said={`${client.name} was disconnected.`}
      onClose={onClose}
    >
      Its tokens end at once. It can ask for your consent again.
    </ConfirmChange>
  );
}
