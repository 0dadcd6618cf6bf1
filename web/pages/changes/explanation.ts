import type { OutputOf } from "../../call.ts";

/** A change of visibility with the parts that it was split into. */
export type Explanation = OutputOf<"explain_change">;
export type Part = Explanation["data"][number];
