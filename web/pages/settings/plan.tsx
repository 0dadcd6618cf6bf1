import { Group, Progress, Stack, Text } from "@mantine/core";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { whole } from "../../words/numbers.ts";

const WORDS: Record<string, string> = {
  prompts: "Active prompts",
  brands: "Brands",
  projects: "Projects",
  members: "Members",
  captures_per_month: "Answers asked for this month",
};

/** The plan, what it allows, and what is used of it. */
export function PlanTab() {
  const { project_id } = useHere();
  const usage = useAsk("get_usage", { project_id });
  return (
    <Panel title="Plan and usage">
      <Answered asked={usage} height={220}>
        {({ plan, limits, used, rate_limit }) => (
          <Stack gap="lg" maw={560}>
            <Text size="sm">
              The plan is <b>{plan.replace("/", ", ")}</b>. The operator of this Earshot changes it
              with the plan command. The REST API takes{" "}
              {rate_limit.limit_per_minute === 0
                ? "any number of requests"
                : `${rate_limit.limit_per_minute} requests a minute`}
              .
            </Text>
            {Object.entries(used).map(([name, count]) => {
              const limit = limits[name as keyof typeof limits];
              return (
                <div key={name}>
                  <Group justify="space-between">
                    <Text size="sm" fw={500}>
                      {WORDS[name] ?? name}
                    </Text>
                    <Text size="sm">
                      {whole(count)}{" "}
                      <Text span c="dimmed" size="sm">
                        {limit === null ? "without a limit" : `of ${whole(limit)}`}
                      </Text>
                    </Text>
                  </Group>
                  {limit !== null && (
                    <Progress
                      mt={4}
                      value={Math.min(100, (count / limit) * 100)}
                      color={count >= limit ? "red" : "indigo"}
                      aria-label={`${WORDS[name] ?? name}: ${count} of ${limit}`}
                    />
                  )}
                </div>
              );
            })}
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}
