import { Box, Center, Group, Stack, Text, Title } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { CallFailure, callAsGuest, type OutputOf } from "../../call.ts";
import { useAsk } from "../../data.ts";
import { NotLoaded } from "../../frame/not-loaded.tsx";
import { type Here, HereProvider } from "../../here.tsx";
import { showDay, showDays } from "../../scope.ts";
import { FailedAlone, LonePageSkeleton } from "../../widgets/states.tsx";
import { READ_CHANGE, READ_SOURCES, READ_VISIBILITY } from "../../words/counted.ts";
import { useFilterWords } from "../../words/filter-words.ts";
import { todayIn } from "../../words/formats.ts";
import { Simulated } from "../../words/simulated.tsx";
import { Dim } from "../../words/text.ts";
import { Brands } from "../brands/brands.tsx";
import { Overview } from "../overview/overview.tsx";
import { Sources } from "../sources/sources.tsx";
import { Week } from "../week/week.tsx";

/** What a visitor, who has no other page to look it up on, has to know. */
const LEGENDS = {
  overview: `${READ_VISIBILITY} ${READ_CHANGE}`,
  brands: `${READ_VISIBILITY} ${READ_CHANGE}`,
  sources: READ_SOURCES,
  week: `${READ_VISIBILITY} ${READ_CHANGE}`,
};
const PAGES = { overview: Overview, brands: Brands, sources: Sources, week: Week };

const LOOK_MS = 60_000;
/** Where its days move on at midnight, they do on a page that is left open, too. */
const refetchInterval = ({ state }: { state: { data: OutputOf<"get_share"> | undefined } }) =>
  state.data && state.data.last_days !== null && LOOK_MS;

const isGone = (error: Error) => error instanceof CallFailure && error.status === 404;

/** What a share link shows: one page of reports, for its days and filters, without signing in. */
export function Shared() {
  const { token = "" } = useParams({ strict: false }) as { token?: string };
  useMemo(() => callAsGuest(token), [token]);
  const share = useAsk("get_share", { project_id: "" }, { fresh: true, refetchInterval });
  // What is there stays where it cannot be asked for again.
  if (share.error && (!share.data || isGone(share.error)))
    return <Unshown error={share.error} retry={() => void share.refetch()} />;
  if (!share.data) return <LonePageSkeleton />;
  return <SharedPage share={share.data} />;
}

function SharedPage({ share }: { share: OutputOf<"get_share"> }) {
  const Page = PAGES[share.page];
  const project = useAsk("get_project", { project_id: "" });
  if (project.error) return <Unshown error={project.error} retry={() => void project.refetch()} />;
  if (!project.data) return <LonePageSkeleton />;
  const asOf = showDay(todayIn(project.data.timezone));
  const here: Here = {
    project: project.data,
    project_id: project.data.id,
    timezone: project.data.timezone,
    scope: {
      from: share.date_from,
      to: share.date_to,
      ...(share.branded !== "exclude" && { branded: share.branded }),
      ...(!share.include_change && { compare: false as const }),
    },
    canWrite: false,
    canManage: false,
    role: "viewer",
    organisation_id: "",
    isGuest: true,
    isFixed: share.last_days === null,
    showsCompetitors: share.include_competitors,
    showsActions: share.include_actions,
  };
  return (
    <HereProvider value={here}>
      <Box className="page" p={{ base: "md", sm: "lg" }} component="main" id="content">
        <Group justify="space-between" className="masthead">
          <Group gap="xs" className="title">
            <Text fw={600} miw={0}>
              {share.project_name}: {share.name}
            </Text>
            <Simulated />
          </Group>
          <Dim>
            {share.page === "week" && share.last_days === null
              ? // Its title says which week it is.
                `As of ${asOf}`
              : `${showDays(share.date_from, share.date_to)}, ${share.last_days === null ? `as of ${asOf}` : "moving on each day"}`}
            <FilteredBy share={share} /> · a {share.last_days !== null && "live "}page of Earshot,
            until {showDay(share.expires_at)}
          </Dim>
        </Group>
        <Dim maw="80ch" mb="md">
          {LEGENDS[share.page]}
        </Dim>
        <NotLoaded />
        <Page />
      </Box>
    </HereProvider>
  );
}

function FilteredBy({ share: { filters, branded } }: { share: OutputOf<"get_share"> }) {
  const isOfSites = filters.some(({ field }) => field === "domain" || field === "classification");
  // Each page says itself where it leaves prompts out.
  const counted = useFilterWords(branded === "only" ? "only" : "include");
  const words = [...counted, ...(isOfSites ? ["Some sites"] : [])];
  return words.map((one) => ` · ${one}`).join("");
}

/** A link that ended is so for good; anything else may be better in a moment. */
function Unshown({ error, retry }: { error: Error; retry(): void }) {
  if (!isGone(error)) return <FailedAlone title="A shared page" error={error} retry={retry} />;
  return (
    <Center component="main" mih="70vh" p="lg">
      <Stack align="center" gap="xs">
        <Title order={1} size="h2">
          This link no longer works
        </Title>
        <Text c="dimmed" ta="center">
          {error.message} Ask the sender for a new one.
        </Text>
      </Stack>
    </Center>
  );
}
