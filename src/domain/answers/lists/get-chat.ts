import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { ChatDetail } from "./chat.ts";
import { findChat } from "./detail-queries.ts";

export const getChat = operation({
  name: "get_chat",
  scope: "project",
  effect: "reads",
  snapshot: true,
  group: "Chats",
  summary: "Get a captured answer",
  description:
    "Returns one captured answer: its text, the brands it mentions with the evidence, its sources and the searches behind it.",
  returns: "The answer",
  route: "GET /chats/{chat_id}",
  tool: true,
  failures: ["NOT_FOUND"],
  input: z.strictObject({ chat_id: idInput("cht").describe("From list_chats.") }),
  output: ChatDetail,
  async handler({ db, project }, { chat_id }) {
    const chat = await findChat(db, project, decodeId("cht", chat_id));
    if (!chat) throw new Failure("NOT_FOUND", `There is no chat ${chat_id}.`);
    return chat;
  },
});
