import {
  ActionIcon,
  AppShell,
  Box,
  Burger,
  Button,
  Group,
  Kbd,
  Select,
  UnstyledButton,
  useMantineColorScheme,
} from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { Link, Outlet, useLocation, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useAsk, useAskAll, useProjectId } from "../data.ts";
import { HereProvider, useHere } from "../here.tsx";
import { remember } from "../remember.ts";
import { readScope } from "../scope.ts";
import { BarScale } from "../widgets/bar-scale.tsx";
import { FailedAlone, FrameSkeleton } from "../widgets/states.tsx";
import { useTopClose } from "../widgets/top-close.ts";
import { Simulated } from "../words/simulated.tsx";
import { withOwn } from "../words/with-own.ts";
import { AccountMenu } from "./account-menu.tsx";
import { DemoFilling } from "./demo-filling.tsx";
import { hereOf } from "./here-of.ts";
import { Navigation } from "./navigation.tsx";
import { NotLoaded } from "./not-loaded.tsx";
import { openPalette, Palette } from "./palette.tsx";
import { PALETTE_KEYS } from "./shortcuts.tsx";
import { useBrandWatch } from "./watch-brands.ts";

/** The frame around every page of a project. */
export function Frame() {
  const project_id = useProjectId();
  // The router lets through what no page validates.
  const scope = readScope(useSearch({ strict: false }));
  const project = useAsk("get_project", { project_id }, { fresh: true });
  const me = useAsk("get_me", {});
  useEffect(() => {
    if (project.data) remember("project", project_id);
  }, [project.data, project_id]);
  // What was read once stays where reading it again fails.
  const failure = (!project.data && project.error) || (!me.data && me.error);
  if (failure) {
    const retry = () => void Promise.all([project.refetch(), me.refetch()]);
    return (
      <FailedAlone title="Project" error={failure} retry={retry}>
        <Button component={Link} to="/welcome" mt="md" variant="default">
          To your projects
        </Button>
      </FailedAlone>
    );
  }
  if (!project.data || !me.data) return <FrameSkeleton />;
  return (
    <HereProvider value={hereOf(project.data, me.data, scope)}>
      <Shell />
    </HereProvider>
  );
}

/** On a new page the focus is at its beginning, unless something there has it already. */
function useFocusOnPage(): void {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const { activeElement, body } = document;
    if (activeElement === body || activeElement?.closest("nav, [role='dialog']")) {
      content()?.focus({ preventScroll: true });
    }
  }, [pathname]);
}

const content = () => document.getElementById("content");

/** The menu on a narrow screen lies above the page: while it is open it has the focus, and keys reach nothing behind it. */
function useMenu() {
  const [isOpen, { toggle, close }] = useDisclosure();
  const isWide = useMediaQuery("(min-width: 62em)");
  const burger = useRef<HTMLButtonElement>(null);
  const isAbove = isOpen && !isWide;
  useTopClose(isAbove, () => {
    burger.current?.focus();
    close();
  });
  useEffect(() => {
    if (!isAbove) return;
    document.querySelector<HTMLElement>("#menu a")?.focus();
    return () => {
      const { activeElement, body } = document;
      if (activeElement === body || activeElement?.closest("#menu"))
        content()?.focus({ preventScroll: true });
    };
  }, [isAbove]);
  return { isOpen, isAbove, toggle, close, burger };
}

function Shell() {
  useBrandWatch();
  useFocusOnPage();
  const { isOpen, isAbove, toggle, close, burger } = useMenu();
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: "md", collapsed: { mobile: !isOpen } }}
      padding={{ base: "md", sm: "lg" }}
    >
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <AppShell.Header px="md" className="bar">
        <Group h="100%" gap="sm" wrap="nowrap" justify="space-between">
          <Group gap="sm" wrap="nowrap" miw={0} flex={1}>
            <Burger
              ref={burger}
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="md"
              size="sm"
              aria-label="Navigation"
              aria-expanded={isOpen}
              aria-controls="menu"
            />
            <Mark />
            <ProjectSwitcher />
            <Box visibleFrom="sm">
              <Simulated />
            </Box>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <UnstyledButton className="search-button" onClick={openPalette} visibleFrom="md">
              <IconSearch size={16} aria-hidden /> Go to… <Kbd size="xs">{PALETTE_KEYS}</Kbd>
            </UnstyledButton>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              onClick={openPalette}
              aria-label="Go to…"
              hiddenFrom="md"
            >
              <IconSearch size={18} aria-hidden />
            </ActionIcon>
            <ColourSwitch />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" id="menu" className={isOpen ? "side" : "side closed"}>
        <Navigation onNavigate={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} inert={isAbove}>
        <Box className="page">
          <Box hiddenFrom="sm" className="above no-print">
            <Simulated />
          </Box>
          <DemoFilling />
          <NotLoaded />
          <BarScale>
            <Outlet />
          </BarScale>
        </Box>
      </AppShell.Main>
      <Palette />
    </AppShell>
  );
}

function Mark() {
  return (
    <Link to="/" aria-label="Earshot: home" className="logo">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="#3b49df" />
        <circle cx="10" cy="16" r="3" fill="#fff" />
        <path
          d="M15.5 10.5a7.8 7.8 0 0 1 0 11M19.8 6.8a13 13 0 0 1 0 18.4"
          fill="none"
          stroke="#fff"
          strokeWidth="2.4"
          strokeLinecap="round"
        />
      </svg>
    </Link>
  );
}

function ProjectSwitcher() {
  const { project, project_id } = useHere();
  const { data = [] } = useAskAll("list_projects", {});
  const navigate = useNavigate();
  const projects = data.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      aria-label="Project"
      className="project-switcher"
      data={[
        ...withOwn(projects, project_id, project.name),
        { value: "new", label: "New project…" },
      ]}
      value={project_id}
      searchable={projects.length > 8}
      w={{ base: "100%", sm: 200 }}
      maw={200}
      onChange={(value) => {
        if (value === "new") void navigate({ to: "/welcome" });
        else if (value)
          void navigate({ to: "/projects/$project_id", params: { project_id: value } });
      }}
    />
  );
}

function ColourSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      onClick={toggleColorScheme}
      aria-label="Switch between light and dark"
    >
      <IconSun size={18} className="in-dark" aria-hidden />
      <IconMoon size={18} className="in-light" aria-hidden />
    </ActionIcon>
  );
}
