import { Code, Group, Progress, Stack, Text } from "@mantine/core";
import { useAsk } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { ForOperators } from "../../widgets/for-operators.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { whole } from "../../words/numbers.ts";
import { Dim } from "../../words/text.ts";

const WORDS: Record<string, string> = {
  prompts: "Active prompts of this project",
  brands: "Brands of this project",
  projects: "Projects of your organisation",
  members: "Members of your organisation",
  captures_per_month: "Answers this project asked for this month",
};

/** The plan, what it allows, and what is used of it. */
export function PlanTab() {
  const { project_id, organisation_id, canManage } = useHere();
  const invited = useAsk(
    "list_invitations",
    { organisation_id, limit: 1 },
    { enabled: canManage, beside: false },
  );
  // They take room, too: another invitation is refused.
  const open = invited.data?.total_count ?? 0;
  const usage = useAsk("get_usage", { project_id });
  return (
    <Panel title="Plan and usage">
      <Answered asked={usage} height={220}>
        {({ plan, limits, used, rate_limit }) => (
          <Stack gap="lg" maw={560}>
            <Text size="sm">
              Your organisation has the plan <b>{planName(plan)}</b>.{" "}
              {Object.values(limits).every((limit) => limit === null)
                ? "It limits nothing."
                : "It limits what is listed below."}{" "}
              A plan is no price: Earshot bills nobody. The person who runs this server chose it,
              and can give you another; ask them if you need more room.
            </Text>
            {Object.entries(used).map(([name, count]) => {
              const limit = limits[name as keyof typeof limits];
              const waiting = name === "members" ? open : 0;
              const taken = count + waiting;
              return (
                <div key={name}>
                  <Group justify="space-between">
                    <Text size="sm" fw={500}>
                      {WORDS[name] ?? name}
                    </Text>
                    <Text size="sm">
                      {whole(count)}
                      {waiting > 0 &&
                        ` and ${whole(waiting)} open ${waiting === 1 ? "invitation" : "invitations"}`}{" "}
                      <Dim span>{limit === null ? "without a limit" : `of ${whole(limit)}`}</Dim>
                    </Text>
                  </Group>
                  {limit !== null && (
                    <Progress
                      mt={4}
                      value={Math.min(100, (taken / limit) * 100)}
                      color={taken >= limit ? "red" : "indigo"}
                      aria-label={`${WORDS[name] ?? name}: ${taken} of ${limit}`}
                    />
                  )}
                </div>
              );
            })}
            <Text size="sm">
              Scripts may ask the REST API{" "}
              {rate_limit.limit_per_minute === 0
                ? "as often as they like"
                : `${whole(rate_limit.limit_per_minute)} times a minute`}
              , all API keys of this project together.
            </Text>
            <SetPlan plan={plan} />
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}

/** "brand/enterprise" as people say it: "Enterprise, for a brand". */
function planName(plan: string): string {
  const [tier = "", level = ""] = plan.split("/");
  const of = tier === "agency" ? "an agency" : "a brand";
  return `${level.charAt(0).toUpperCase()}${level.slice(1)}, for ${of}`;
}

/** How the plan of this organisation is changed. */
function SetPlan({ plan }: { plan: string }) {
  const { organisation_id } = useHere();
  return (
    <ForOperators>
      <Text size="sm">
        Commands call this plan <Code>{plan}</Code>. Its first word is <Code>brand</Code> or{" "}
        <Code>agency</Code>, which allows three times as many projects and members. Its second says
        how much: <Code>starter</Code>, <Code>growth</Code>, <Code>scale</Code> or{" "}
        <Code>enterprise</Code>, which has no limits. On the server, these list all plans with their
        limits and give this organisation another:
      </Text>
      <Code block style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {`npm run plan -- show\nnpm run plan -- set brand/growth --organisation ${organisation_id}`}
      </Code>
      <Text size="sm">
        The setting <Code>PLAN</Code> is the plan of new organisations.
      </Text>
    </ForOperators>
  );
}
