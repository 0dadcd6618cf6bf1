import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
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
    await deleteTopicRow(db, project, id);
    return {};
  },
});
