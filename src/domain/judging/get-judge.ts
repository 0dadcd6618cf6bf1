import * as z from "zod";
import { operation } from "#core/operation.ts";
import { JudgeView } from "./judge.ts";
import { readJudge } from "./judge-queries.ts";

export const getJudge = operation({
  name: "get_judge",
  scope: "project",
  effect: "reads",
  group: "Judging",
  summary: "Get the judge",
  description:
    "Tells which model judges the tone of mentions and the names that might be brands, if one does, and how far it is.",
  returns: "The judge",
  route: "GET /judge",
  input: z.strictObject({}),
  output: JudgeView,
  async handler({ db, project }) {
    return readJudge(db, project);
  },
});
