import { Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { makeStale, useAsk, useChange } from "../../data.ts";
import { DemoProgress } from "../../frame/demo-filling.tsx";
import { Failed } from "../../widgets/states.tsx";

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
  const project = useAsk("get_project", { project_id });
  const client = useQueryClient();
  const isReady = project.data !== undefined && project.data.status !== "onboarding";
  useEffect(() => {
    if (!isReady) return;
    void makeStale(client, ["get_me", "list_projects"]);
    void navigate({ to: "/projects/$project_id", params: { project_id } });
  }, [isReady, navigate, project_id, client]);
  return <DemoProgress project_id={project_id} />;
}
