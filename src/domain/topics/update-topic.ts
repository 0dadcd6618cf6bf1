import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Topic, TopicFields } from "./topic.ts";
import { requireTopic, updateTopicRow } from "./topic-queries.ts";

export const updateTopic = operation({
  name: "update_topic",
  scope: "project",
  effect: "changes",
  audit: ({ topic_id }) => ({ topic_id }),
  group: "Topics",
  summary: "Update a topic",
  description: "Renames a topic; its prompts stay with it.",
  returns: "The updated topic",
  route: "PATCH /topics/{topic_id}",
  tool: true,
  failures: ["NOT_FOUND", "DUPLICATE"],
  input: z.strictObject({
    topic_id: idInput("top").describe("The topic to change."),
    name: TopicFields.name.optional(),
  }),
  output: Topic,
  async handler({ db, project }, { topic_id, ...change }) {
    const { id } = await requireTopic(db, project, topic_id);
    if (!(await updateTopicRow(db, project, { id, ...change }))) {
      throw new Failure("DUPLICATE", `name: there is a topic named "${change.name}" already.`);
    }
    return requireTopic(db, project, id);
  },
});
