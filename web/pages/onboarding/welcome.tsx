import { Anchor, Box, Button, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useDocumentTitle } from "@mantine/hooks";
import { IconCompass, IconTarget } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Dim } from "../../words/text.ts";
import { DemoStart } from "./demo-start.tsx";
import { readDraft, type Step, unfinishedProject, useStep } from "./draft.ts";
import { Onboarding } from "./onboarding.tsx";

type Me = OutputOf<"get_me">;

/** The projects of the signed-in user, and two ways to begin one: the demo, or their own brand. */
export function Welcome() {
  useDocumentTitle("Welcome · Earshot");
  const me = useAsk("get_me", {});
  const { step } = useStep();
  return (
    <Box maw={820} mx="auto" p={{ base: "md", sm: "xl" }} component="main">
      <Group justify="space-between" mb="lg" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <img src="/pages/icon.svg" width="36" height="36" alt="" />
          <Title order={1} size="h2">
            {titleOf(me.data, step)}
          </Title>
        </Group>
        <Anchor href="/logout" size="sm" className="nowrap">
          Sign out
        </Anchor>
      </Group>
      <Answered asked={me}>
        {(data) =>
          step ? (
            <Onboarding me={data} step={step} />
          ) : (
            <Stack gap="lg">
              <Unfinished me={data} />
              {data.projects.length > 0 && <Projects projects={data.projects} />}
              <Choices me={data} />
            </Stack>
          )
        }
      </Answered>
    </Box>
  );
}

function titleOf(me: Me | undefined, step: Step | undefined): string {
  if (step) return "Track your brand";
  return me?.projects.length === 0 ? "Welcome to Earshot" : "Your projects";
}

/** The way back to what was begun in this browser and not ended. */
function Unfinished({ me: { id: user_id, projects } }: { me: Me }) {
  const { go } = useStep();
  const draft = readDraft(user_id);
  const made = projects.find(({ id }) => id === unfinishedProject(user_id));
  const name = made?.name ?? draft?.session.proposal.name;
  if (!name) return null;
  const resume = () => go(made ? { step: "assistant", project: made.id } : { step: "competitors" });
  return (
    <Panel>
      <Group justify="space-between">
        <Text>You began to set up {name}.</Text>
        <Button onClick={resume}>Continue setting up</Button>
      </Group>
    </Panel>
  );
}

function Projects({ projects }: { projects: Me["projects"] }) {
  return (
    <Stack gap="xs">
      {projects.map(({ id, name, domain, status }) => (
        <Panel key={id}>
          <Group justify="space-between">
            <Anchor
              component={Link}
              to="/projects/$project_id"
              params={{ project_id: id } as never}
              fw={600}
            >
              {name}
            </Anchor>
            <Dim>
              {domain}
              {status === "paused" && " · paused"}
              {status === "onboarding" && " · being filled"}
            </Dim>
          </Group>
        </Panel>
      ))}
    </Stack>
  );
}

function Choices({ me }: { me: Me }) {
  const { go } = useStep();
  const [isDemo, setDemo] = useState(false);
  const home = me.organisations.find(({ role }) => role === "owner" || role === "admin");
  if (!home) {
    return (
      <Dim>
        Only admins and owners can create projects. Ask one of them to create yours or to change
        your role.
      </Dim>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Choice
        icon={<IconTarget size={26} aria-hidden />}
        title="Track your brand"
        text="Say who you are and who you compete with. Earshot proposes questions that buyers ask, and asks the assistants you choose."
        action={<Button onClick={() => go({ step: "brand" })}>Start</Button>}
      />
      <Choice
        icon={<IconCompass size={26} aria-hidden />}
        title="Look around first"
        text="An invented market with 90 days of simulated answers, labelled as such everywhere. No provider is contacted and nothing is spent."
        action={
          isDemo ? (
            <DemoStart organisation_id={home.id} />
          ) : (
            <Button variant="default" onClick={() => setDemo(true)}>
              Open the demo
            </Button>
          )
        }
      />
    </SimpleGrid>
  );
}

function Choice({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}) {
  return (
    <section className="panel">
      <Stack gap="sm" h="100%" justify="space-between">
        <div>
          {icon}
          <Title order={2} size="h4" mt="xs">
            {title}
          </Title>
          <Dim mt={4}>{text}</Dim>
        </div>
        <div>{action}</div>
      </Stack>
    </section>
  );
}
