import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { SESSION_HOURS } from "./onboarding.ts";

/** A session that is over: idle for too long, or its project is made, whose id it tells while there is one. */
export class SessionOver extends Failure {
  readonly project_id: string | undefined;
  constructor(
    code: "ONBOARDING_SESSION_EXPIRED" | "ONBOARDING_SESSION_STATE",
    project?: number | null,
  ) {
    const project_id = project ? encodeId("prj", project) : undefined;
    super(
      code,
      code === "ONBOARDING_SESSION_STATE"
        ? `This session made its project already${project_id ? `: ${project_id}` : ""}.`
        : `This session was idle for more than ${SESSION_HOURS} hours; begin again with start_onboarding.`,
    );
    this.project_id = project_id;
  }
}
