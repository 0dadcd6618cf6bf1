import method from "../../../docs/methodology.md?raw";
import { AnswerText } from "../../brands/answer-text.tsx";
import { PageTitle } from "../../frame/page-title.tsx";
import { Panel } from "../../widgets/panel.tsx";

/** The first line is its title. */
const [, TEXT = ""] = /^# [^\n]*\n([\s\S]*)$/.exec(method) ?? [];

/** How every number is counted and tested, as the documentation of this version has it. */
export function Method() {
  return (
    <>
      <PageTitle
        title="What the numbers mean"
        text="The whole method. Names with underscores are those of the REST API and of exports."
      />
      <Panel title="In full" className="method">
        <AnswerText source={TEXT} />
      </Panel>
    </>
  );
}
