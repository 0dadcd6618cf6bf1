/** What each group of operations is about, as the OpenAPI document says it. */
export const GROUPS: Readonly<Record<string, string>> = {
  Projects: "The project a key belongs to: what is tracked, where, and when prompts are asked.",
  Brands: "The own brand and its competitors, with the rules that find them in answers.",
  Prompts: "The questions that assistants are asked.",
  Topics: "Groups of prompts; a prompt has at most one.",
  Tags: "Labels of prompts; a prompt may have many.",
  Models: "The engine channels whose answers are captured.",
  Chats: "Captured answers: what an assistant said, which brands it named, and its sources.",
  "Search queries": "What assistants searched for while they answered.",
  Reports: "Visibility, share of voice, position, sentiment and sources, with their uncertainty.",
  Actions: "What to do next, what was decided, and what it changed.",
  Opportunities: "Where competitors are named and the own brand is not, with the evidence.",
  Suggestions: "Brands, prompts and topics found in captured answers, to accept or reject.",
  Judging: "Mentions that rules cannot decide: the judge's word, and a person's, which wins.",
  Usage: "The plan, its limits, and what is used of them.",
  Runs: "What is asked, day by day: progress, cost and errors.",
};
