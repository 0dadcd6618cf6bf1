import { CallFailure, call } from "../../call.ts";
import { type Draft, keepDraft, questionsOf } from "./draft.ts";

/** What the server says of a session of which nothing can be made any more. */
const GONE = ["ONBOARDING_SESSION_EXPIRED", "NOT_FOUND"];

/**
 * Makes the project of a draft, once, and answers its id. Where the session is over another is begun: of what it proposes
 * nothing is taken, but what was made of the proposals before.
 */
export async function makeProject(user_id: string, draft: Draft, isAgain = false): Promise<string> {
  const { session, proposal } = draft;
  const { competitors, topics } = proposal;
  const { session_id } = session;
  try {
    const prompts = questionsOf(draft);
    return (await call("complete_onboarding", { session_id, competitors, topics, prompts })).id;
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    // It was made before, and the answer got lost.
    if (error.project_id) return error.project_id;
    if (isAgain || !GONE.includes(error.code)) throw error;
    const { name, domain, industry, country_code, language_code } = session.proposal;
    const brand = { name, domain, industry, country_code, language_code };
    const { session_id, expires_at } = await call("start_onboarding", brand);
    const renewed = { ...draft, session: { ...session, session_id, expires_at } };
    keepDraft(user_id, renewed);
    return makeProject(user_id, renewed, true);
  }
}
