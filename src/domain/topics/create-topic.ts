import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { Topic, TopicFields } from "./topic.ts";
import { insertTopic, requireTopic } from "./topic-queries.ts";

export const createTopic = operation({
  name: "create_topic",
  scope: "project",
  effect: "adds",
  audit: (_, { id }) => ({ topic_id: id }),
  group: "Topics",
  summary: "Create a topic",
  description:
    "Makes a topic. A prompt has at most one topic; reports can be split and filtered by it.",
  returns: "The new topic",
  status: 201,
  route: "POST /topics",
  tool: true,
  failures: ["DUPLICATE"],
  input: z.strictObject({ name: TopicFields.name }),
  output: Topic,
  async handler({ db, project }, { name }) {
    const topic_id = await insertTopic(db, project, name);
    if (topic_id === 0) {
      throw new Failure("DUPLICATE", `name: there is a topic named "${name}" already.`);
    }
    return requireTopic(db, project, topic_id);
  },
});
