import { Anchor, Box, Progress, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { Failed } from "../widgets/states.tsx";
import { whole } from "../words/numbers.ts";

/** So many answers a demo comes with. */
const ANSWERS = 6_480;
const EVERY_MS = 1_500;
const STILL_MS = 60_000;

/** How far a demo is filled; its project says when it is. */
export function DemoProgress({ project_id }: { project_id: string }) {
  const again = { refetchInterval: EVERY_MS };
  const chats = useAsk("list_chats", { project_id, limit: 1 }, again);
  const project = useAsk("get_project", { project_id }, again);
  const stored = chats.data?.total_count ?? 0;
  const [moved, setMoved] = useState(Date.now);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it moves when more are stored.
  useEffect(() => setMoved(Date.now()), [stored]);
  const failure = chats.error ?? project.error;
  if (failure && !chats.data) return <Failed error={failure} />;
  return (
    <Stack gap={4}>
      <Progress
        value={Math.min(100, (stored / ANSWERS) * 100)}
        animated
        aria-label="Simulated answers"
      />
      <Text size="sm">
        {stored < ANSWERS
          ? `${whole(stored)} of ${whole(ANSWERS)} simulated answers…`
          : "Calculating reports…"}
      </Text>
      {chats.dataUpdatedAt - moved > STILL_MS && (
        <Text size="sm" role="status">
          Nothing has come for a minute. Open the demo again from{" "}
          <Anchor component={Link} to="/welcome">
            your projects
          </Anchor>
          : it goes on where it stopped.
        </Text>
      )}
    </Stack>
  );
}

/** On every page of a demo that is still being filled: that it is, and how far. */
export function DemoFilling() {
  const { project, project_id } = useHere();
  return project.status === "onboarding" ? <Filling project_id={project_id} /> : null;
}

function Filling({ project_id }: { project_id: string }) {
  const client = useQueryClient();
  // What was read while it was filled is asked again once it is whole.
  useEffect(() => () => void client.invalidateQueries(), [client]);
  return (
    <Box component="section" aria-label="The demo" className="panel" mb="md">
      <Text size="sm" fw={600} mb="xs" role="status">
        This demo is being filled. Its pages are whole once that is done, within a minute; what they
        show until then is a part.
      </Text>
      <DemoProgress project_id={project_id} />
    </Box>
  );
}
