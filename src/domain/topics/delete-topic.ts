import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { markAnswersOf } from "#domain/answers/facts/prompt-answer-queries.ts";
import { clearTopic, listPromptsOf } from "#domain/prompts/prompt-trait-queries.ts";
import { deleteTopicRow, requireTopic } from "./topic-queries.ts";

export const deleteTopic = operation({
  name: "delete_topic",
  scope: "project",
  effect: "destroys",
  audit: ({ topic_id }) => ({ topic_id }),
  group: "Topics",
  summary: "Delete a topic",
  description: "Deletes a topic; its prompts and their answers stay, without it.",
  returns: "Deleted",
  status: 204,
  route: "DELETE /topics/{topic_id}",
  tool: true,
  failures: ["NOT_FOUND"],
  input: z.strictObject({ topic_id: idInput("top").describe("The topic to delete.") }),
  output: z.object({}),
  async handler({ db, project }, { topic_id }) {
    const { id } = await requireTopic(db, project, topic_id);
    // Locked before its prompts are listed, so that none is given it meanwhile.
    await lockAnswers(db, project);
    await markAnswersOf(db, project, await listPromptsOf(db, project, id));
    await clearTopic(db, project, id);
    await deleteTopicRow(db, project, id);
    return {};
  },
});
