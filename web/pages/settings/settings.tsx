import { Tabs } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { AccountTab } from "./account.tsx";
import { AuditTab } from "./audit.tsx";
import { ClientsTab } from "./clients.tsx";
import { ExportsTab } from "./exports.tsx";
import { KeysTab } from "./keys.tsx";
import { MembersTab } from "./members.tsx";
import { PlanTab } from "./plan.tsx";
import { ProjectTab } from "./project.tsx";
import { SharesTab } from "./shares.tsx";
import { WebhooksTab } from "./webhooks.tsx";

type Tab = { key: string; label: string; page: ReactNode; isForManagers?: boolean };
const TABS: Tab[] = [
  { key: "project", label: "Project", page: <ProjectTab /> },
  { key: "members", label: "Members", page: <MembersTab /> },
  { key: "keys", label: "API keys", page: <KeysTab /> },
  { key: "clients", label: "Connected apps", page: <ClientsTab /> },
  { key: "shares", label: "Share links", page: <SharesTab /> },
  { key: "webhooks", label: "Webhooks", page: <WebhooksTab /> },
  { key: "exports", label: "Exports", page: <ExportsTab /> },
  { key: "plan", label: "Plan and usage", page: <PlanTab /> },
  { key: "account", label: "Your account", page: <AccountTab /> },
  { key: "audit", label: "Audit log", page: <AuditTab />, isForManagers: true },
];

/** Everything about a project that is set once and rarely changed. */
export function Settings() {
  const { canManage } = useHere();
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const tabs = TABS.filter(({ isForManagers }) => canManage || !isForManagers);
  const tab = tabs.some(({ key }) => key === asked) ? (asked ?? "project") : "project";
  const open = (next: string | null) =>
    void navigate({
      to: ".",
      search: (before: object) => ({ ...before, tab: next ?? "project" }),
    } as never);
  const list = useRef<HTMLDivElement>(null);
  const { width } = useViewportSize();
  // biome-ignore lint/correctness/useExhaustiveDependencies: in a window of another width it may be out of sight.
  useEffect(() => {
    // Where there is no room for all tabs, the open one must be visible.
    const shown = list.current?.querySelector(`[aria-selected="true"][id$="-${tab}"]`);
    shown?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [tab, width]);
  return (
    <>
      <PageTitle title="Settings" />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List mb="md" className="tabs" ref={list}>
          {tabs.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, page }) => (
          <Tabs.Panel key={key} value={key}>
            {page}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
