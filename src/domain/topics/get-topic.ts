import * as z from "zod";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Topic } from "./topic.ts";
import { requireTopic } from "./topic-queries.ts";

export const getTopic = operation({
  name: "get_topic",
  scope: "project",
  effect: "reads",
  group: "Topics",
  summary: "Get a topic",
  description: "Returns one topic and how many active prompts are in it.",
  returns: "The topic",
  route: "GET /topics/{topic_id}",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ topic_id: idInput("top").describe("The topic.") }),
  output: Topic,
  async handler({ db, project }, { topic_id }) {
    return requireTopic(db, project, topic_id);
  },
});
