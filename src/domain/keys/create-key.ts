import * as z from "zod";
import { operation } from "#core/operation.ts";
import { nameText } from "#domain/words/name-text.ts";
import { issueKey, requireKeyRole } from "./issue-key.ts";
import { KeyAccess, NewKey } from "./key.ts";

const DAY_MS = 86_400_000;

export const createKey = operation({
  name: "create_key",
  scope: "project",
  effect: "adds",
  audit: (_, { id }) => ({ key_id: id }),
  sensitive: true,
  group: "Keys",
  summary: "Create an API key",
  description: "Makes a key of this project and shows it, this once.",
  returns: "The new key",
  status: 201,
  failures: ["ROLE_REQUIRED", "CONFLICT"],
  input: z.strictObject({
    name: nameText(100).describe("What the key is for."),
    access: KeyAccess.default("read"),
    expires_in_days: z
      .int()
      .min(1)
      .max(3650)
      .nullable()
      .default(null)
      .describe("Days until it stops working; null: it works until it is revoked."),
  }),
  output: NewKey,
  async handler(context, { name, access, expires_in_days: days }) {
    requireKeyRole(context);
    const expires_at = days === null ? null : new Date(context.now().getTime() + days * DAY_MS);
    return issueKey(context, { name, access, expires_at });
  },
});
