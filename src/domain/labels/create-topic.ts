import * as z from "zod";
import { operation } from "#core/operation.ts";
import { LabelFields, Topic } from "./label.ts";
import { creationOf } from "./label-operations.ts";

export const createTopic = operation({
  name: "create_topic",
  description: "Makes a topic to sort prompts by.",
  input: z.strictObject({ name: LabelFields.name }),
  ...creationOf("topic", Topic),
});
