import {
  Accordion,
  Anchor,
  Box,
  Button,
  Code,
  Grid,
  Group,
  List,
  Stack,
  Text,
} from "@mantine/core";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { useApiCalls } from "../../widgets/api-calls.ts";
import { ForOperators } from "../../widgets/for-operators.tsx";
import { NoApi } from "../../widgets/no-api.tsx";
import { PageLink } from "../../widgets/page-link.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Copyable } from "../../widgets/secret-shown.tsx";
import { Dim } from "../../words/text.ts";
import { cursorLink, vsCodeInsidersLink, vsCodeLink } from "./install-links.ts";

/** How to let an assistant or a script work with this project. */
export function Connect() {
  const { project } = useHere();
  const address = `${location.origin}/api/mcp`;
  const isLocal = location.protocol === "http:" || location.hostname === "localhost";
  return (
    <>
      <PageTitle
        title="Connect"
        text="Ask about your brand in the assistant you already use, or write a script."
      />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Panel title="Your assistant, over MCP">
              <Text size="sm" mb="xs">
                MCP is how assistants reach other programs. Your assistant only needs this address.
                It sends you to our consent page: reading is always included, and you tick a box to
                allow changes.
              </Text>
              <Copyable value={address} />
              {isLocal && (
                <Dim mt="xs">
                  Programs on your computer can connect. Assistants in the cloud, like claude.ai or
                  ChatGPT, cannot: Earshot needs a public https address for them.
                </Dim>
              )}
              <Steps address={address} />
              {isLocal && (
                <Box mt="md">
                  <ForOperators>
                    <Text size="sm">
                      Serve Earshot at a public https address, set <Code>BASE_URL</Code> to it and
                      start Earshot again. The file docs/self-hosting.md says how.
                    </Text>
                  </ForOperators>
                </Box>
              )}
            </Panel>
            <Panel title="Then ask it">
              <List size="sm" spacing={6}>
                <List.Item>
                  How visible was {project.name} last month, and is that a real change?
                </List.Item>
                <List.Item>Which sources name my competitors and not me?</List.Item>
                <List.Item>
                  Show the brand suggestions and reject those that are not competitors.
                </List.Item>
                <List.Item>Give me the weekly pulse.</List.Item>
              </List>
              <Dim mt="xs">
                Its numbers may differ from those of the dashboard. Over MCP and the REST API,
                answers to prompts that name your brand count; the pages of this dashboard leave
                them out until you include them. For the numbers of the dashboard, add: “leave out
                prompts that name my brand”.
              </Dim>
            </Panel>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack>
            <Scripts />
            <Panel title="What is connected">
              <Text size="sm">
                View or disconnect it under{" "}
                <PageLink isInText to="/settings" search={{ tab: "clients" }}>
                  Connected apps
                </PageLink>
                .
              </Text>
            </Panel>
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function Scripts() {
  const { projects, overview, says, by_day } = useApiCalls("$EARSHOT_KEY");
  return (
    <Panel title="Scripts, over the REST API">
      <NoApi />
      <Text size="sm" mb="xs">
        Create a key under{" "}
        <PageLink isInText to="/settings" search={{ tab: "keys" }}>
          API keys
        </PageLink>{" "}
        and put it in place of <Code>$EARSHOT_KEY</Code>. In a terminal, this lists the project of
        the key, so you see that it works:
      </Text>
      <Copyable value={projects} />
      <Text size="sm" my="xs">
        {says} Over the REST API and MCP they count unless you ask otherwise.
      </Text>
      <Copyable value={overview} />
      {by_day && (
        <>
          <Text size="sm" my="xs">
            {by_day.says}
          </Text>
          <Copyable value={by_day.value} />
        </>
      )}
      <Text size="sm" my="xs">
        For a spreadsheet,{" "}
        <PageLink isInText to="/settings" search={{ tab: "exports" }}>
          Exports
        </PageLink>{" "}
        saves the same numbers: Brand report, By day.
      </Text>
      <List size="sm" mt="sm" spacing={4}>
        <List.Item>
          <Anchor size="sm" href="/docs/api">
            Reference of every operation
          </Anchor>
        </List.Item>
        <List.Item>
          <Anchor size="sm" href="/api/v1/openapi.json">
            OpenAPI 3.0.3 document
          </Anchor>
        </List.Item>
      </List>
    </Panel>
  );
}

function Steps({ address }: { address: string }) {
  const clients: {
    name: string;
    /** What the program is told by a click. */
    links?: Record<string, string>;
    steps: string[];
    code?: string;
  }[] = [
    {
      name: "Claude (web and desktop)",
      steps: [
        "Settings, Connectors, Add custom connector.",
        "Paste the address, press Connect, approve here.",
      ],
    },
    {
      name: "Claude Code",
      steps: ["In a terminal, then /mcp in Claude Code to sign in and approve here:"],
      code: `claude mcp add --transport http earshot ${address}`,
    },
    {
      name: "ChatGPT",
      steps: [
        "Settings, Apps & Connectors, Advanced: switch developer mode on.",
        "Create one with the address and OAuth, approve here.",
      ],
    },
    {
      name: "Cursor",
      links: { "Add to Cursor": cursorLink(address) },
      steps: ["Or in .cursor/mcp.json, then approve in the browser:"],
      code: JSON.stringify({ mcpServers: { earshot: { url: address } } }, null, 2),
    },
    {
      name: "VS Code",
      links: {
        "Add to VS Code": vsCodeLink(address),
        "Add to VS Code Insiders": vsCodeInsidersLink(address),
      },
      steps: ["Or in .vscode/mcp.json, then start the server there:"],
      code: JSON.stringify({ servers: { earshot: { type: "http", url: address } } }, null, 2),
    },
    {
      name: "Programs that speak stdio only",
      steps: ["Through mcp-remote:"],
      code: `npx mcp-remote ${address}`,
    },
    {
      name: "A script of your own",
      steps: [
        "It signs in by OAuth 2.0, as these programs do. An API key is for the REST API alone.",
        "Where it registers, asks you and gets its token:",
      ],
      code: `curl ${location.origin}/.well-known/oauth-authorization-server`,
    },
  ];
  return (
    <Accordion variant="contained" mt="md" order={3}>
      {clients.map(({ name, links, steps, code }, at) => (
        // Its value becomes part of an id, which has no spaces.
        <Accordion.Item key={name} value={`client-${at}`}>
          <Accordion.Control fz="sm" fw={500}>
            {name}
          </Accordion.Control>
          <Accordion.Panel>
            {links && (
              <Group gap="xs" mb="sm">
                {Object.entries(links).map(([label, link]) => (
                  <Button key={label} component="a" href={link} size="xs" variant="default">
                    {label}
                  </Button>
                ))}
              </Group>
            )}
            <List size="sm" type="ordered" mb={code ? "xs" : 0}>
              {steps.map((step) => (
                <List.Item key={step}>{step}</List.Item>
              ))}
            </List>
            {code && <Copyable value={code} />}
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}
