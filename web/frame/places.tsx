import {
  type Icon,
  IconArrowsUpDown,
  IconBuildingStore,
  IconBulb,
  IconCalendarWeek,
  IconChecklist,
  IconDownload,
  IconGauge,
  IconMessageQuestion,
  IconMessages,
  IconPlayerPlay,
  IconPlugConnected,
  IconRobot,
  IconScale,
  IconSettings,
  IconWorldSearch,
} from "@tabler/icons-react";

/** A page in the navigation and the command palette. */
export type Place = {
  to: `/projects/$project_id${string}`;
  /** A tab of the settings that has a place of its own. */
  tab?: SettingsTab;
  label: string;
  icon: Icon;
  /** Words people may look for it by. */
  words: string;
};

/** The pages of a project, in groups, as the navigation lists them. */
export const PLACES: { group: string; places: Place[] }[] = [
  {
    group: "Reports",
    places: [
      {
        to: "/projects/$project_id",
        label: "Overview",
        icon: IconGauge,
        words: "home dashboard visibility share of voice rank trend figures where do we stand",
      },
      {
        to: "/projects/$project_id/week",
        label: "This week",
        icon: IconCalendarWeek,
        words: "digest weekly summary news changed print mail",
      },
      {
        to: "/projects/$project_id/brands",
        label: "Brands",
        icon: IconBuildingStore,
        words: "competitors rivals aliases tracked position named first tone sentiment",
      },
      {
        to: "/projects/$project_id/prompts",
        label: "Prompts",
        icon: IconMessageQuestion,
        words: "questions queries keywords topics tags import add upload",
      },
      {
        to: "/projects/$project_id/changes",
        label: "Changes",
        icon: IconArrowsUpDown,
        words: "why movers compare periods up down new lost",
      },
      {
        to: "/projects/$project_id/compare",
        label: "Compare",
        icon: IconScale,
        words: "two brands versus head to head",
      },
      {
        to: "/projects/$project_id/answers",
        label: "Answers",
        icon: IconMessages,
        words: "chats responses text search quotes criticism negative tone",
      },
      {
        to: "/projects/$project_id/sources",
        label: "Sources",
        icon: IconWorldSearch,
        words: "domains urls pages citations sites links references",
      },
      {
        to: "/projects/$project_id/settings",
        tab: "exports",
        label: "Exports",
        icon: IconDownload,
        words: "download csv file jsonl excel spreadsheet save report by day",
      },
    ],
  },
  {
    group: "Act",
    places: [
      {
        to: "/projects/$project_id/actions",
        label: "Actions",
        icon: IconChecklist,
        words: "todo next tasks plan brief shipped owner due opportunities gaps missing",
      },
    ],
  },
  {
    group: "Track",
    places: [
      {
        to: "/projects/$project_id/suggestions",
        label: "Suggestions",
        icon: IconBulb,
        words: "accept reject found new brands prompts topics",
      },
      {
        to: "/projects/$project_id/models",
        label: "Assistants",
        icon: IconRobot,
        words: "models engines llm providers schedule budget cost keys health",
      },
      {
        to: "/projects/$project_id/runs",
        label: "Runs",
        icon: IconPlayerPlay,
        words: "captures progress ask now errors failed retry",
      },
    ],
  },
  {
    group: "Set up",
    places: [
      {
        to: "/projects/$project_id/connect",
        label: "Connect",
        icon: IconPlugConnected,
        words: "mcp assistant claude chatgpt cursor api rest",
      },
      {
        to: "/projects/$project_id/settings",
        label: "Settings",
        icon: IconSettings,
        words: "",
      },
    ],
  },
];

/** Tabs of the settings that the navigation lists by themselves. */
export const TABS_APART: readonly string[] = PLACES.flatMap(({ places }) =>
  places.flatMap(({ tab }) => tab ?? []),
);

/** The tabs of the settings, each a place of its own in the command palette. */
const SETTINGS = [
  { tab: "project", label: "Project", words: "name country language time zone retention delete" },
  { tab: "members", label: "Members", words: "invite roles users team" },
  { tab: "keys", label: "API keys", words: "rest api token" },
  { tab: "clients", label: "Connected apps", words: "mcp oauth assistants" },
  { tab: "shares", label: "Share links", words: "revoke guests" },
  { tab: "webhooks", label: "Webhooks", words: "events notify" },
  { tab: "exports", label: "Exports", words: "" },
  { tab: "plan", label: "Plan and usage", words: "limits billing" },
  { tab: "account", label: "Your account", words: "password passkey two factor mail sign out" },
  { tab: "audit", label: "Audit log", words: "who did what" },
] as const;
/** Those that a member sees; the audit log is for managers. */
export const settingsFor = (canManage: boolean) =>
  SETTINGS.filter(({ tab }) => canManage || tab !== "audit");
export type SettingsTab = (typeof SETTINGS)[number]["tab"];
