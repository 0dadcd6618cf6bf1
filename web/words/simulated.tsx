import { Badge, Tooltip } from "@mantine/core";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";

/** Says so wherever a project's answers are invented ones. */
export function Simulated() {
  const { project_id } = useHere();
  const { data } = useAsk("list_models", { project_id, limit: 1000 });
  if (!data?.data.some(({ provider }) => provider === "simulated")) return null;
  return (
    <Tooltip label="Some of its assistants are simulated: no real assistant was asked, and their answers are invented.">
      <Badge variant="light" color="yellow" autoContrast tt="none" tabIndex={0}>
        simulated
      </Badge>
    </Tooltip>
  );
}
