import { Alert, Box, Button, Center, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { CallFailure, isGivenUp } from "../call.ts";
import { Dim } from "../words/text.ts";
import { SmallButton } from "./buttons.ts";
import { CardOutline } from "./outline.tsx";

/** What went wrong in the server's words, and the way on; what is gone is not there at another try either. */
export function Failed({
  error,
  retry,
  list,
}: {
  error: Error;
  retry?: () => void;
  /** The way to the others where what a page is of is gone; null: the server says what. */
  list?: ReactNode;
}) {
  if (isGivenUp(error)) return null;
  const status = error instanceof CallFailure ? error.status : undefined;
  const isGone = status === 404 && retry !== undefined && list !== null;
  return (
    <Alert
      variant="default"
      className="failed"
      icon={<IconAlertTriangle aria-hidden />}
      title={titleOf(status, retry !== undefined)}
      role="alert"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isGone ? sayGone(list !== undefined) : error.message}
          {status === 500 && " If it happens again, the server's log says why."}
        </Text>
        {isGone && list}
        {retry && !isGone && (
          <Button size="xs" variant="default" onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

const sayGone = (isOfPage: boolean) =>
  isOfPage
    ? "It is gone, or the address is mistyped."
    : "What you chose, or what a filter names, is no longer here.";

/** In place of what cannot be shown because a question failed: what is missing, and the way to it. */
export function Missing({
  what,
  asked,
}: {
  /** "The assistants". */
  what: string;
  asked: { error: Error | null; refetch(): unknown };
}) {
  if (!asked.error || isGivenUp(asked.error)) return null;
  return (
    <Group gap="xs" mb="xs" w="100%" role="alert" className="no-print">
      <Text size="sm" title={asked.error.message}>
        {what} could not be loaded. {asked.error.message}
      </Text>
      <SmallButton onClick={() => void asked.refetch()}>Try again</SmallButton>
    </Group>
  );
}

function titleOf(status: number | undefined, isLoading: boolean): string {
  if (status === 0) return "No connection to Earshot";
  if (status === 404) return "This is not here";
  return isLoading ? "This could not be loaded" : "That did not work";
}

/** In place of a page without the frame that could not be loaded: its heading, why, and perhaps another way on. */
export function FailedAlone({
  title,
  error,
  retry,
  children,
}: {
  title: string;
  error: Error;
  retry(): void;
  children?: ReactNode;
}) {
  return (
    <Box component="main" p="xl" maw={560} mx="auto">
      <Title order={1} size="h2" mb="md">
        {title}
      </Title>
      <Failed error={error} retry={retry} list={null} />
      {children}
    </Box>
  );
}

const isUnfetchedCode = (error: Error) =>
  error instanceof TypeError && /module/i.test(error.message);

/** What failed in words: of a part of the dashboard that could not be fetched, what to do. */
export const readable = (error: Error): Error =>
  isUnfetchedCode(error)
    ? new CallFailure(0, "UNREACHABLE", "The page could not be fetched. Reload to try again.")
    : error;

/** Shown in place of a page that threw, or that could not be fetched. */
export function PageFailure({ error }: { error: Error }) {
  const router = useRouter();
  const isUnfetched = isUnfetchedCode(error);
  const shown = readable(error);
  const retry = isUnfetched ? () => location.reload() : () => void router.invalidate();
  return (
    <Center mih="60vh" p="lg">
      <Failed error={shown} retry={retry} />
    </Center>
  );
}

/** Shown at an address that is nowhere. */
export function PageNotFound() {
  return (
    <Center component="main" mih="70vh" p="lg">
      <Stack align="center" gap="xs" ta="center">
        <Title order={1} size="h2">
          There is nothing here
        </Title>
        <Text c="dimmed">The address is mistyped, or what was here is gone.</Text>
        <Button component={Link} to="/welcome" mt="sm">
          To your projects
        </Button>
      </Stack>
    </Center>
  );
}

/** The outline of a page while it loads. */
export function PageSkeleton() {
  return (
    <Stack gap="md" role="status" aria-busy="true" aria-label="Loading">
      <Skeleton h={30} w={220} mb="lg" mt={6} />
      <CardOutline height={320} />
    </Stack>
  );
}

/** The outline of a page without the frame. */
export function LonePageSkeleton() {
  return (
    <Box className="page" p={{ base: "md", sm: "lg" }}>
      <PageSkeleton />
    </Box>
  );
}

/** The outline of the frame and a page in it, before it is known whose they are. */
export function FrameSkeleton() {
  return (
    <>
      <div className="bar bar-outline" />
      <Box className="side side-outline" visibleFrom="md" />
      <Box className="main-outline">
        <PageSkeleton />
      </Box>
    </>
  );
}

/** Why there is nothing to see yet, and how that changes. */
export function Empty({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md" ta="center" className="empty">
      {icon}
      <Text fw={600}>{title}</Text>
      <Dim maw={460} component="div">
        {children}
      </Dim>
      {action && <Group mt="sm">{action}</Group>}
    </Stack>
  );
}
