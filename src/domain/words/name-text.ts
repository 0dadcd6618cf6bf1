import * as z from "zod";

/** Neither space, control nor format character, nor what is left out where it cannot be shown. */
const SEEN = /[^\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** A name that somebody gives, of at most `max` characters of which one at least is seen. */
export const nameText = (max: number) =>
  z
    .string()
    .normalize("NFC")
    .trim()
    .min(1)
    .max(max)
    .refine((text) => SEEN.test(text), {
      error: "must have a character that can be seen",
      params: { problem: "FORMAT" },
    });
