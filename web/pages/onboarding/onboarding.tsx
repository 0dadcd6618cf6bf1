import { Button, Group, Select, Stack, Stepper, TagsInput, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import type { OutputOf } from "../../call.ts";
import { useChange } from "../../data.ts";
import { hereOf } from "../../frame/here-of.ts";
import { HereProvider } from "../../here.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { COUNTRIES, LANGUAGES } from "../../words/places-of-the-world.ts";
import { FirstAssistant, FirstRun } from "./onboarding-asking.tsx";
import { ProposedPrompts, saidBy } from "./onboarding-prompts.tsx";

type Session = OutputOf<"start_onboarding">;
type Proposal = Session["proposal"];
type Project = OutputOf<"complete_onboarding">;

const STEPS = ["Your brand", "Competitors", "Questions", "Assistant", "First run"];

/** From a name to a first run in five short steps; nothing is tracked before the third is confirmed. */
export function Onboarding({ me, onCancel }: { me: OutputOf<"get_me">; onCancel(): void }) {
  const [step, setStep] = useState(0);
  const [session, setSession] = useState<Session | null>(null);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [project, setProject] = useState<Project | null>(null);
  const complete = useChange("complete_onboarding", ["list_projects", "get_me"]);
  const make = () => {
    if (!session || !proposal) return;
    const { competitors, topics, prompts } = proposal;
    complete.mutate(
      { session_id: session.session_id, competitors, topics, prompts },
      {
        onSuccess: (made) => {
          setProject(made);
          setStep(3);
        },
      },
    );
  };
  const here = project && hereOf(project, me, {});
  const owner = { role: "owner" as const, canWrite: true, canManage: true };
  return (
    <Panel>
      <Stepper active={step} size="sm" iconSize={30} mb="lg" wrap={false} className="steps">
        {STEPS.map((label) => (
          <Stepper.Step key={label} label={label} />
        ))}
      </Stepper>
      <Text fw={600} mb="sm" hiddenFrom="sm">
        {STEPS[step]}
      </Text>
      {step === 0 && (
        <YourBrand
          onCancel={onCancel}
          onDone={(made) => {
            setSession(made);
            setProposal(made.proposal);
            setStep(1);
          }}
        />
      )}
      {step === 1 && session && proposal && (
        <Competitors
          session={session}
          proposal={proposal}
          onBack={() => setStep(0)}
          onDone={(competitors) => {
            setProposal({ ...proposal, competitors });
            setStep(2);
          }}
        />
      )}
      {step === 2 && session && proposal && (
        <>
          <ProposedPrompts
            session={session}
            proposal={proposal}
            onChange={setProposal}
            isBusy={complete.isPending}
            onBack={() => setStep(1)}
            onDone={make}
          />
          {complete.error && <Failed error={complete.error} />}
        </>
      )}
      {step >= 3 && here && (
        <HereProvider value={{ ...here, ...owner }}>
          {step === 3 ? <FirstAssistant onDone={() => setStep(4)} /> : <FirstRun />}
        </HereProvider>
      )}
    </Panel>
  );
}

function YourBrand({ onDone, onCancel }: { onDone(session: Session): void; onCancel(): void }) {
  const region = new Intl.Locale(navigator.language).maximize().region ?? "US";
  const language = new Intl.Locale(navigator.language).language;
  const form = useForm({
    initialValues: {
      name: "",
      domain: "",
      industry: "",
      country_code: COUNTRIES.some(({ value }) => value === region) ? region : "US",
      language_code: LANGUAGES.some(({ value }) => value === language) ? language : "en",
    },
  });
  const start = useChange("start_onboarding", []);
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        start.mutate({ ...values, domain: bareDomain(values.domain) }, { onSuccess: onDone }),
      )}
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
            allowDeselect={false}
            data={COUNTRIES}
            {...form.getInputProps("country_code")}
          />
          <Select
            label="Language"
            searchable
            allowDeselect={false}
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
            <Text size="sm" c="dimmed" role="status">
              {start.isPending && "Preparing proposals, for up to half a minute"}
            </Text>
            <Button type="submit" loading={start.isPending}>
              Continue
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** The host of whatever was pasted: an address, or a domain. */
function bareDomain(text: string): string {
  const host =
    text
      .trim()
      .replace(/^https?:\/\//i, "")
      .split("/")[0] ?? "";
  return host.replace(/^www\./i, "").toLowerCase();
}

type Competitor = Proposal["competitors"][number];

function Competitors({
  session,
  proposal,
  onBack,
  onDone,
}: {
  session: Session;
  proposal: Proposal;
  onBack(): void;
  onDone(competitors: Competitor[]): void;
}) {
  const [names, setNames] = useState(proposal.competitors.map(({ name }) => name));
  const known = new Map(
    [...session.proposal.competitors, ...proposal.competitors].map((one) => [one.name, one]),
  );
  const sites = names.flatMap((name) => known.get(name)?.domains ?? []);
  return (
    <Stack gap="sm">
      <TagsInput
        label="Who are your competitors?"
        description="Type a name and press Enter. Earshot will suggest others that answers name, and other spellings of these."
        placeholder="Competitor"
        maxTags={20}
        value={names}
        onChange={setNames}
        data-autofocus
      />
      <Text size="sm" c="dimmed">
        {session.proposal.competitors.length > 0 && saidBy(session)} You can leave this empty.
      </Text>
      {sites.length > 0 && (
        <Text size="sm" c="dimmed">
          Pages of {sites.join(", ")} will count as theirs; change that under Brands.
        </Text>
      )}
      <Group justify="space-between">
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <Button
          onClick={() => onDone(names.map((name) => known.get(name) ?? { name, domains: [] }))}
        >
          Continue
        </Button>
      </Group>
    </Stack>
  );
}
