import * as z from "zod";
import { operation } from "#core/operation.ts";
import { LabelFields, Topic } from "./label.ts";
import { changeOf, idField } from "./label-operations.ts";

export const updateTopic = operation({
  name: "update_topic",
  description: "Renames a topic; its prompts stay with it.",
  input: z.strictObject({
    ...idField("topic", "The topic to change."),
    name: LabelFields.name.optional(),
  }),
  ...changeOf("topic", Topic),
});
