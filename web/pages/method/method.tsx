import { Anchor, Stack } from "@mantine/core";
import method from "../../../docs/methodology.md?raw";
import { AnswerText } from "../../brands/answer-text.tsx";
import { PageTitle } from "../../frame/page-title.tsx";
import { Panel } from "../../widgets/panel.tsx";

/** The first line is its title; what stands before the first heading defines the numbers. */
const [, TEXT = ""] = /^# [^\n]*\n([\s\S]*)$/.exec(method) ?? [];
const PARTS = `How each is counted\n${TEXT}`.split(/^## /m).map((part, at) => {
  const [title = "", ...lines] = part.split("\n");
  return { id: `part-${at}`, title, text: lines.join("\n") };
});

/** How every number is counted and tested, as the documentation of this version has it. */
export function Method() {
  return (
    <>
      <PageTitle
        title="What the numbers mean"
        text="The whole method. Names with underscores are those of the REST API and of exports."
      />
      <div className="method">
        <nav aria-label="On this page" className="contents no-print">
          {PARTS.map(({ id, title }) => (
            <Anchor key={id} href={`#${id}`} size="sm">
              {title}
            </Anchor>
          ))}
        </nav>
        <Stack>
          {PARTS.map(({ id, title, text }) => (
            <div key={id} id={id} className="part">
              <Panel title={title}>
                <AnswerText source={text} />
              </Panel>
            </div>
          ))}
        </Stack>
      </div>
    </>
  );
}
