import { createCandidateCounter } from "#domain/detection/count-candidates.ts";
import { candidatesOf, suggestionKey } from "#domain/detection/find-candidates.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { compileBrands, findMentions } from "#domain/detection/match-brands.ts";
import { type BrandCandidate, rankCandidates } from "#domain/detection/rank-candidates.ts";
import { stepsToPrompts } from "#domain/suggestions/suggest-prompts.ts";
import { suggestTopics } from "#domain/suggestions/suggest-topics.ts";
import { brandOf, type Half, type Line, readSet } from "./labelled.ts";
import { type Rendered, render, shareOf } from "./report.ts";

type Project = {
  half: Half;
  project: string;
  language: string;
  tracked: string[];
  brands: { name: string; also: string[]; answers: number }[];
  either: string[];
  topics: string[];
  prompts: string[];
  answers: { prompt: string; text: string }[];
};
type Kind = "first 20" | "later brand" | "found again" | "known" | "topic" | "prompt";
type Item = Line & { kind: Kind; isRight: boolean };

const FIRST = 20;
/** A brand that so many answers name should be among the suggestions. */
const EXPECTED_FROM = 3;

/** Suggested brands, topics and prompts of small projects against what a person would accept. */
export function measureSuggestions(folders: readonly string[]): Rendered {
  const lines = readSet<Project>("suggestions", folders).flatMap(itemsOf);
  const of = (...kinds: Kind[]) =>
    shareOf<Item>((one) => (kinds.includes(one.kind) ? one.isRight : null));
  return render({
    title: "Suggestions",
    says: `Projects of 25 answers. A brand suggested with its model is wrong, and so is a part of a tracked name; what a person could accept or reject is left out. *Found again*: the accepted name is found in the answers that the suggestion shows. *Known*: brands that ${EXPECTED_FROM} or more answers name and that are suggested.`,
    lines,
    kinds: "project",
    measures: [
      { name: "first 20 brands right", aim: "above 80 %", of: of("first 20") },
      { name: "all brands right", aim: "", of: of("first 20", "later brand") },
      { name: "found again", aim: "100 %", of: of("found again") },
      { name: "known", aim: "", of: of("known") },
      { name: "topics right", aim: "", of: of("topic") },
      { name: "prompts right", aim: "", of: of("prompt") },
    ],
  });
}

function itemsOf(project: Project): Item[] {
  const { half, language, brands, either } = project;
  const item = (kind: Kind, isRight: boolean): Item => {
    return { half, language, class: project.project, kind, isRight };
  };
  const right = new Set(brands.flatMap(({ name, also }) => [name, ...also]).map(foldKey));
  const open = new Set(either.map(foldKey));
  const suggested = suggestBrands(project);
  const decided = suggested.filter(({ name }) => !open.has(foldKey(name)));
  const names = new Set(suggested.map(({ name }) => foldKey(name)));
  const topics = new Set(project.topics.map(foldKey));
  // A person may well group prompts by a competitor.
  const tracked = new Set(project.tracked.map(foldKey));
  const suggested_topics = topicsOf(project).filter((text) => !tracked.has(foldKey(text)));
  const prompts = new Set(project.prompts.map(foldKey));
  return [
    ...decided.map(({ name }, place) =>
      item(place < FIRST ? "first 20" : "later brand", right.has(foldKey(name))),
    ),
    ...suggested.map((one) => item("found again", isFoundAgain(one, project))),
    ...brands
      .filter((one) => one.answers >= EXPECTED_FROM)
      .map(({ name, also }) =>
        item(
          "known",
          [name, ...also].some((one) => names.has(foldKey(one))),
        ),
      ),
    ...suggested_topics.map((text) => item("topic", topics.has(foldKey(text)))),
    ...promptsOf(project).map((text) => item("prompt", prompts.has(foldKey(text)))),
  ];
}

/** As the product looks for brands: over all answers, here of one model that cites nothing. */
function suggestBrands({ answers, tracked }: Project): BrandCandidate[] {
  const counter = createCandidateCounter();
  for (const [chat_id, { text }] of answers.entries()) {
    counter.add({ chat_id, model_id: 1, day: "2026-01-01" }, candidatesOf(text));
  }
  return rankCandidates(
    { ...counter.totals(), cited_domains: [] },
    { tracked_names: tracked, rejected_keys: new Set() },
  );
}

function isFoundAgain({ name, examples }: BrandCandidate, { answers, language }: Project): boolean {
  const matcher = compileBrands([brandOf(name, language)]);
  const isIn = (chat_id: number) => findMentions(matcher, answers[chat_id]?.text ?? "").length > 0;
  return examples.every(({ chat_id }) => isIn(chat_id));
}

/** Topics of the project's prompts, of which none has one. */
function topicsOf({ answers }: Project): string[] {
  const loose = answers.map(({ prompt }, prompt_id) => ({ prompt_id, text: prompt }));
  const made = suggestTopics(loose, { known_names: [], decided_keys: new Set() });
  return made.map(({ text }) => text);
}

/** Questions of the answers, as if two models had asked each. */
function promptsOf({ answers }: Project): string[] {
  const asked = answers.flatMap(({ text }, chat_id) =>
    [...new Set(candidatesOf(text).questions)].map((question) => ({
      text: question,
      source: "answer" as const,
      chat_count: 2,
      model_count: 2,
      examples: [{ chat_id, text: question }],
    })),
  );
  const unique = new Map(asked.map((one) => [suggestionKey(one.text), one]));
  const known = { prompts: answers.map(({ prompt }) => prompt), decided_keys: new Set<string>() };
  const steps = stepsToPrompts([...unique.values()], known);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value.map(({ text }) => text);
}
