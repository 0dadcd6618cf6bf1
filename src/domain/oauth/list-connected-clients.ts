import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { callingMember } from "#domain/accounts/member.ts";
import { listConnections } from "./connection-queries.ts";
import { resourceOf } from "./resource.ts";
import { SCOPES } from "./scope.ts";

export const listConnectedClients = operation({
  name: "list_connected_clients",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List connected MCP clients",
  description: "Lists the MCP clients you allowed to act for you, the last active first.",
  returns: "A page of connected clients",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      client_id: z.string(),
      name: z.string().describe("The name the client gave itself; it proves nothing."),
      hosts: z.array(z.string()).describe("Hosts that its answers may go to."),
      scopes: z.array(z.enum(SCOPES)),
      connected_at: z.string().meta({ format: "date-time" }),
      last_token_at: z
        .string()
        .meta({ format: "date-time" })
        .describe("When it last got a token; tokens last an hour."),
      must_sign_in_again: z
        .boolean()
        .describe(
          "Whether it opens nothing until you sign in by your organisation, or allow it again.",
        ),
    }),
  ),
  async handler(context, page) {
    const holder = callingMember(context);
    const resource = resourceOf(context.server.base_url);
    const found = await listConnections(context.db, holder, { resource, now: context.now(), page });
    const data = found.data.map(({ redirect_uris, ...row }) => ({
      ...row,
      hosts: [...new Set(redirect_uris.map((uri) => new URL(uri).hostname))],
    }));
    return { ...found, data };
  },
});
