import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput, idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { findRawAnswer } from "./detail-queries.ts";

const BODY_CHARACTERS_MAX = 1_000_000;

export const getRawAnswer = operation({
  name: "get_raw_answer",
  scope: "project",
  effect: "reads",
  group: "Chats",
  summary: "Get what a provider sent",
  description:
    "Returns the body that a provider sent with one answer, as it is kept; imported answers have none.",
  returns: "The body",
  route: "GET /chats/{chat_id}/raw",
  failures: ["NOT_FOUND"],
  input: z.strictObject({ chat_id: idInput("cht").describe("From list_chats.") }),
  output: z.object({
    chat_id: idOutput("cht"),
    adapter_version: z.string().describe("What read the body when it came."),
    format: z.enum(["json", "text"]).describe("What the body is."),
    body: z.string().describe(`JSON is indented; at most ${BODY_CHARACTERS_MAX} characters.`),
    character_count: z.int().describe("Characters of the whole body."),
    is_truncated: z.boolean().describe("True: the end of the body is left out."),
  }),
  async handler({ db, project }, { chat_id }) {
    const id = decodeId("cht", chat_id);
    const raw = await findRawAnswer(db, project, { answer_id: id, most: BODY_CHARACTERS_MAX });
    if (!raw) throw new Failure("NOT_FOUND", `No provider's body is kept for ${chat_id}.`);
    return { chat_id: id, ...raw, is_truncated: raw.character_count > BODY_CHARACTERS_MAX };
  },
});
