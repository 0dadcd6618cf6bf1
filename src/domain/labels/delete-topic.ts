import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { changeCellsOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { clearTopic, listPromptsOf } from "#domain/prompts/prompt-trait-queries.ts";
import { deletionOf } from "./label-operations.ts";
import { deleteLabelRow, requireLabel } from "./label-queries.ts";

export const deleteTopic = operation({
  name: "delete_topic",
  ...deletionOf("topic"),
  async handler({ db, project }, { topic_id }) {
    const { id } = await requireLabel(db, project, { kind: "topic", id: topic_id });
    // Locked before its prompts are listed, so that none is given it meanwhile.
    await lockAnswers(db, project);
    const prompt_ids = await listPromptsOf(db, project, id);
    const change = () => clearTopic(db, project, id);
    await changeCellsOf(db, project, { prompt_ids, change });
    await deleteLabelRow(db, project, { kind: "topic", id });
    return {};
  },
});
