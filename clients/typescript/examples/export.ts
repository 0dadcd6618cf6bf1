import { makeClient } from "../src/client.ts";

// Writes every answer to standard output, one JSON object a line; a list of any length takes the room of one page.
const { EARSHOT_URL = "http://localhost:8787", EARSHOT_KEY = "" } = process.env;
const earshot = makeClient({ url: EARSHOT_URL, key: EARSHOT_KEY });
// Oldest first: what is added meanwhile comes after the end.
for await (const chat of earshot.items("list_chats", { sort: "asc" })) {
  const { answer } = await earshot.call("get_chat", { chat_id: chat.id });
  process.stdout.write(`${JSON.stringify({ ...chat, answer })}\n`);
}
