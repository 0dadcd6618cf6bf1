import { Button, Group, Select, Stack, Stepper, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { OutputOf } from "../../call.ts";
import { makeStale, useAsk, useChange } from "../../data.ts";
import { hereOf } from "../../frame/here-of.ts";
import { HereProvider } from "../../here.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { COUNTRIES, LANGUAGES } from "../../words/places-of-the-world.ts";
import { Dim } from "../../words/text.ts";
import { bareDomain, isDomain } from "../../words/web-address.ts";
import {
  type Brand,
  beginDraft,
  type Draft,
  keepDraft,
  noteProject,
  readDraft,
  STEPS,
  type Step,
  useStep,
} from "./draft.ts";
import { makeProject } from "./make-project.ts";
import { FirstAssistant, FirstRun } from "./onboarding-asking.tsx";
import { Competitors } from "./onboarding-competitors.tsx";
import { ProposedPrompts } from "./onboarding-prompts.tsx";

const LABELS: Record<Step, string> = {
  ...{ brand: "Your brand", competitors: "Competitors", questions: "Questions" },
  ...{ assistant: "Assistant", run: "First run" },
};

/**
 * From a name to a first run in five short steps, each with an address of its own; nothing is tracked before the third
 * is confirmed. What was entered stays in the browser until then.
 */
export function Onboarding({ me, step }: { me: OutputOf<"get_me">; step: Step }) {
  const { project, go } = useStep();
  const isLost = (step === "assistant" || step === "run") && !project;
  useEffect(() => {
    // An address that was cut: the projects are where one finds the way on.
    if (isLost) go({}, { replace: true });
  });
  return (
    <Panel>
      <Stepper
        active={STEPS.indexOf(step)}
        size="sm"
        iconSize={30}
        mb="lg"
        wrap={false}
        className="steps"
      >
        {STEPS.map((name) => (
          <Stepper.Step key={name} label={LABELS[name]} />
        ))}
      </Stepper>
      <Text fw={600} mb="sm" hiddenFrom="sm">
        {LABELS[step]}
      </Text>
      {step === "brand" && (
        <YourBrand
          before={readDraft(me.id)}
          onCancel={() => go({})}
          onDone={(draft) => {
            keepDraft(me.id, draft);
            go({ step: "competitors" });
          }}
        />
      )}
      {(step === "competitors" || step === "questions") && <Drafted user_id={me.id} step={step} />}
      {(step === "assistant" || step === "run") && project && (
        <Made me={me} step={step} project_id={project} />
      )}
    </Panel>
  );
}

/** The steps on what was proposed; once a project was made of it there is nothing to go back to. */
function Drafted({ user_id, step }: { user_id: string; step: "competitors" | "questions" }) {
  const { go } = useStep();
  const [draft, setDraft] = useState(() => readDraft(user_id));
  const client = useQueryClient();
  const complete = useMutation({
    mutationFn: (made: Draft) => makeProject(user_id, made),
    // Also where somebody went elsewhere meanwhile.
    onSuccess: (id) => {
      keepDraft(user_id, null);
      noteProject(user_id, id);
      return makeStale(client, ["list_projects", "get_me", "list_audit"]);
    },
  });
  useEffect(() => {
    if (!draft) go({}, { replace: true });
  });
  if (!draft) return null;
  const change = (next: Draft) => {
    keepDraft(user_id, next);
    setDraft(next);
  };
  const make = () =>
    complete.mutate(draft, {
      onSuccess: (id) => go({ step: "assistant", project: id }, { replace: true }),
    });
  if (step === "competitors") {
    return (
      <Competitors
        draft={draft}
        onChange={change}
        onBack={() => go({ step: "brand" })}
        onDone={() => go({ step: "questions" })}
      />
    );
  }
  return (
    <>
      <ProposedPrompts
        draft={draft}
        onChange={change}
        isBusy={complete.isPending}
        onBack={() => go({ step: "competitors" })}
        onDone={make}
      />
      {complete.error && <Failed error={complete.error} />}
    </>
  );
}

/** The steps on a project that was made. */
function Made({
  me,
  step,
  project_id,
}: {
  me: OutputOf<"get_me">;
  step: "assistant" | "run";
  project_id: string;
}) {
  const { go } = useStep();
  const project = useAsk("get_project", { project_id }, { fresh: true });
  const owner = { role: "owner" as const, canWrite: true, canManage: true };
  return (
    <Answered asked={project}>
      {(found) => (
        <HereProvider value={{ ...hereOf(found, me, {}), ...owner }}>
          {step === "assistant" ? (
            <FirstAssistant
              onBack={() => go({})}
              onDone={() => go({ step: "run", project: project_id })}
            />
          ) : (
            <FirstRun
              onBack={() => go({ step: "assistant", project: project_id })}
              onDone={() => noteProject(me.id, null)}
            />
          )}
        </HereProvider>
      )}
    </Answered>
  );
}

function YourBrand({
  before,
  onDone,
  onCancel,
}: {
  /** What was begun. */
  before: Draft | null;
  onDone(draft: Draft): void;
  onCancel(): void;
}) {
  const region = new Intl.Locale(navigator.language).maximize().region ?? "US";
  const language = new Intl.Locale(navigator.language).language;
  const form = useForm<Brand>({
    initialValues: before?.brand ?? {
      name: "",
      domain: "",
      industry: "",
      country_code: COUNTRIES.some(({ value }) => value === region) ? region : "US",
      language_code: LANGUAGES.some(({ value }) => value === language) ? language : "en",
    },
    validate: {
      domain: (typed) =>
        isDomain(bareDomain(typed)) ? null : `“${typed.trim()}” is no website like acme.com.`,
    },
  });
  const start = useChange("start_onboarding", []);
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        // Nothing else would be proposed.
        if (before?.brand && !form.isDirty()) return onDone(before);
        start.mutate(
          { ...values, domain: bareDomain(values.domain) },
          { onSuccess: (session) => onDone(beginDraft(session, values, before)) },
        );
      })}
    >
      <Stack gap="sm">
        <Group grow align="flex-start">
          <TextInput
            label="Brand"
            placeholder="Acme"
            required
            maxLength={100}
            data-autofocus
            {...form.getInputProps("name")}
          />
          <TextInput
            label="Website"
            placeholder="acme.com"
            required
            {...form.getInputProps("domain")}
          />
        </Group>
        <TextInput
          label="What it sells, as buyers say it"
          placeholder="running shoes"
          maxLength={100}
          required
          {...form.getInputProps("industry")}
        />
        <Group grow align="flex-start">
          <Select
            label="Country"
            searchable
            data={COUNTRIES}
            {...form.getInputProps("country_code")}
          />
          <Select
            label="Language"
            searchable
            data={LANGUAGES}
            {...form.getInputProps("language_code")}
          />
        </Group>
        {start.error && <Failed error={start.error} />}
        <Group justify="space-between">
          <Button variant="default" onClick={onCancel}>
            Back
          </Button>
          <Group gap="sm">
            <Dim role="status">
              {start.isPending && "Preparing proposals, for up to half a minute"}
            </Dim>
            <Button type="submit" loading={start.isPending}>
              Continue
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
