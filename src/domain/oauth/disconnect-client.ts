import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { callingMember } from "#domain/accounts/member.ts";
import { CLIENT_ID_MAX } from "./client.ts";
import { revokeConnection } from "./connection-queries.ts";

export const disconnectClient = operation({
  name: "disconnect_client",
  scope: "account",
  effect: "destroys",
  audit: ({ client_id }) => ({ client_id }),
  group: "Account",
  summary: "Disconnect an MCP client",
  description: "Ends everything you allowed a client, at once; it may ask you again.",
  returns: "Disconnected",
  status: 204,
  input: z.strictObject({
    client_id: z.string().max(CLIENT_ID_MAX).describe("One of list_connected_clients."),
  }),
  output: z.void(),
  async handler(context, { client_id }) {
    const { db, now } = context;
    const ended = await revokeConnection(db, callingMember(context), { client_id, now: now() });
    if (ended === 0) throw new Failure("NOT_FOUND", "You have not connected such a client.");
  },
});
