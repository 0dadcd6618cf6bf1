import { Tabs } from "@mantine/core";
import { useViewportSize } from "@mantine/hooks";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { PageTitle } from "../../frame/page-title.tsx";
import { type SettingsTab, settingsFor } from "../../frame/places.tsx";
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

const TABS: Record<SettingsTab, ReactNode> = {
  project: <ProjectTab />,
  members: <MembersTab />,
  keys: <KeysTab />,
  clients: <ClientsTab />,
  shares: <SharesTab />,
  webhooks: <WebhooksTab />,
  exports: <ExportsTab />,
  plan: <PlanTab />,
  account: <AccountTab />,
  audit: <AuditTab />,
};

/** Everything about a project that is set once and rarely changed. */
export function Settings() {
  const { canManage } = useHere();
  const { tab: asked } = useSearch({ strict: false }) as { tab?: string };
  const navigate = useNavigate();
  const tabs = settingsFor(canManage);
  const tab = tabs.find(({ tab }) => tab === asked)?.tab ?? "project";
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
          {tabs.map(({ tab, label }) => (
            <Tabs.Tab key={tab} value={tab}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ tab }) => (
          <Tabs.Panel key={tab} value={tab}>
            {TABS[tab]}
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  );
}
