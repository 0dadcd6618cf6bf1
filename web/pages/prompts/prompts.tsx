import { Button, Tabs } from "@mantine/core";
import { IconPlus, IconUpload } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeStale } from "../../data.ts";
import { PageTitle } from "../../frame/page-title.tsx";
import { useHere } from "../../here.tsx";
import { useOwnSearch } from "../../widgets/own-search.ts";
import { AddPrompts } from "./add-prompts.tsx";
import { useAskOffer } from "./ask-offer.tsx";
import { TagList, TopicList } from "./groups.tsx";
import { ImportCourse } from "./import-course.tsx";
import { ImportPrompts } from "./import-prompts.tsx";
import { PromptList } from "./prompt-list.tsx";
import { type PromptsSearch, readPromptsSearch } from "./search.ts";

/** What assistants are asked, in which groups, and how visible the own brand is in each. */
export function Prompts() {
  const { canWrite } = useHere();
  const [{ tab = "prompts" }, setSearch] = useOwnSearch(readPromptsSearch);
  const [open, setOpen] = useState<"add" | "import" | null>(null);
  const asking = useAskOffer();
  const client = useQueryClient();
  const close = () => setOpen(null);
  const showCourse = () => {
    close();
    setSearch({ tab: undefined });
    void makeStale(client, ["list_prompt_imports"]);
  };
  const show = (next: string | null) =>
    setSearch({ tab: next === "prompts" ? undefined : (next as PromptsSearch["tab"]) });
  return (
    <>
      <PageTitle
        title="Prompts"
        text="The questions that assistants are asked every day, as your buyers ask them."
        scoped={tab === "prompts" ? "each prompt" : true}
      >
        {canWrite && tab === "prompts" && (
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              onClick={() => setOpen("import")}
            >
              Import
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen("add")}>
              Add prompts
            </Button>
          </>
        )}
      </PageTitle>
      <Tabs value={tab} onChange={show} keepMounted={false}>
        <Tabs.List mb="md" className="tabs">
          <Tabs.Tab value="prompts">Prompts</Tabs.Tab>
          <Tabs.Tab value="topics">Topics</Tabs.Tab>
          <Tabs.Tab value="tags">Tags</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prompts">
          <ImportCourse />
          <PromptList onAdd={() => setOpen("add")} />
        </Tabs.Panel>
        <Tabs.Panel value="topics">
          <TopicList />
        </Tabs.Panel>
        <Tabs.Panel value="tags">
          <TagList />
        </Tabs.Panel>
      </Tabs>
      {open === "add" && <AddPrompts onAdded={asking.offer} onClose={close} />}
      {asking.dialog}
      {open === "import" && <ImportPrompts onStarted={showCourse} onClose={close} />}
    </>
  );
}
