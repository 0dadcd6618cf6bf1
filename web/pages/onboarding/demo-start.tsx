import { Progress, Stack, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useAsk, useChange } from "../../data.ts";
import { Failed } from "../../widgets/states.tsx";
import { whole } from "../../words/numbers.ts";

const ANSWERS = 6_480;

/** Makes the demo project, shows how it fills, and opens it. */
export function DemoStart({ organisation_id }: { organisation_id: string }) {
  const make = useChange("create_demo", ["list_projects", "get_me"]);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    make.mutate({ organisation_id });
  }, [make, organisation_id]);
  if (make.error)
    return <Failed error={make.error} retry={() => make.mutate({ organisation_id })} />;
  if (!make.data) return <Text size="sm">Making the project…</Text>;
  return <Filling project_id={make.data.id} />;
}

function Filling({ project_id }: { project_id: string }) {
  const navigate = useNavigate();
  const chats = useAsk("list_chats", { project_id, limit: 1 }, { refetchInterval: 700 });
  const suggestions = useAsk(
    "list_brand_suggestions",
    { project_id, limit: 1 },
    { refetchInterval: 1_500 },
  );
  const stored = chats.data?.total_count ?? 0;
  // Suggestions are looked for last, once all is stored and summed.
  const isReady = stored > 0 && (suggestions.data?.total_count ?? 0) > 0;
  useEffect(() => {
    if (isReady) void navigate({ to: "/projects/$project_id", params: { project_id } });
  }, [isReady, navigate, project_id]);
  const failure = chats.error ?? suggestions.error;
  if (failure) return <Failed error={failure} />;
  return (
    <Stack gap={4} role="status">
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
    </Stack>
  );
}
