import {
  Button,
  Group,
  Select,
  SimpleGrid,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type OutputOf, readFirst } from "../../call.ts";
import { makeStale, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { remember } from "../../remember.ts";
import { changedFields } from "../../widgets/changed-fields.ts";
import { Confirm, say } from "../../widgets/confirm.tsx";
import { Panel } from "../../widgets/panel.tsx";
import { Failed } from "../../widgets/states.tsx";
import { Unsaved } from "../../widgets/unsaved.tsx";
import { COUNTRIES, LANGUAGES, TIME_ZONES } from "../../words/places-of-the-world.ts";
import { shownHost } from "../../words/shown-address.ts";
import { Dim } from "../../words/text.ts";
import { withOwn } from "../../words/with-own.ts";
import { RetentionPanel } from "./retention.tsx";

type Project = OutputOf<"get_project">;

/** What the project is called, where and in which language it asks, and what the company sells. */
export function ProjectTab() {
  const { canManage, role } = useHere();
  return (
    <Stack>
      <ProjectForm isLocked={!canManage} />
      <RetentionPanel />
      {role === "owner" && <DeleteProject />}
    </Stack>
  );
}

const profileOf = ({ profile }: Project) => ({
  industry: profile?.industry ?? "",
  products: profile?.products ?? [],
  audience: profile?.audience ?? "",
});

const valuesOf = (project: Project) => ({
  name: project.name,
  country_code: project.country_code,
  language_code: project.language_code,
  timezone: project.timezone,
  ...profileOf(project),
});

function ProjectForm({ isLocked }: { isLocked: boolean }) {
  const { project, project_id } = useHere();
  const form = useForm({ initialValues: valuesOf(project) });
  const save = useChange("update_project", ["get_project", "list_projects", "get_me"]);
  const submit = form.onSubmit(async (values) => {
    const before = form.getInitialValues();
    const latest = await readFirst("get_project", { project_id }, project);
    if (!latest) return;
    const { industry, products, audience, ...changed } = changedFields(
      values,
      before,
      valuesOf(latest),
    );
    // It is saved as a whole: with what others say of it by now.
    const profile = changedFields({ industry, products, audience }, {});
    const isOther = Object.keys(profile).length > 0;
    save.mutate(
      {
        ...{ project_id, ...changed },
        ...(isOther && { profile: { ...profileOf(latest), ...profile } }),
      },
      {
        onSuccess: (saved) => {
          say("The project was saved.");
          // It is shown as the server keeps it; what was typed meanwhile stays.
          const shown = valuesOf(saved);
          form.setValues({ ...shown, ...changedFields(form.getValues(), values, shown) });
          form.setInitialValues(shown);
          form.resetDirty(shown);
        },
      },
    );
  });
  return (
    <Panel title="Project">
      <form onSubmit={submit}>
        <Unsaved isUnsaved={form.isDirty()} />
        <fieldset disabled={isLocked} className="bare">
          <Stack gap="sm" maw={640}>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <TextInput label="Name" required maxLength={100} {...form.getInputProps("name")} />
              <TextInput
                label="Website"
                description="Set when the project began."
                inputWrapperOrder={["label", "input", "description"]}
                value={shownHost(project.domain ?? "")}
                readOnly
                variant="filled"
              />
            </SimpleGrid>
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              <Select
                label="Country of new prompts"
                searchable
                data={withOwn(COUNTRIES, form.values.country_code)}
                {...form.getInputProps("country_code")}
              />
              <Select
                label="Language of new prompts"
                searchable
                data={withOwn(LANGUAGES, form.values.language_code)}
                {...form.getInputProps("language_code")}
              />
            </SimpleGrid>
            <Select
              label="Time zone"
              description="Says when a day begins, in reports, files and the API."
              searchable
              data={withOwn(TIME_ZONES, form.values.timezone)}
              {...form.getInputProps("timezone")}
            />
            <Profile propsOf={form.getInputProps} />
            {save.error && <Failed error={save.error} />}
            {!isLocked && (
              <Group>
                <Button
                  type="submit"
                  loading={save.isPending || form.submitting}
                  disabled={!form.isDirty()}
                >
                  Save
                </Button>
              </Group>
            )}
          </Stack>
        </fieldset>
      </form>
    </Panel>
  );
}

/** What the company is and sells. */
function Profile({ propsOf }: { propsOf(field: "industry" | "products" | "audience"): object }) {
  return (
    <>
      <Dim>Assistants that you connect can read the following. It changes no number.</Dim>
      <TextInput
        label="What it sells, as buyers say it"
        placeholder="running shoes"
        {...propsOf("industry")}
      />
      <TagsInput label="Products" placeholder="Type one and press Enter" {...propsOf("products")} />
      <Textarea
        label="Customers"
        placeholder="people who run on trails"
        autosize
        minRows={2}
        maxLength={500}
        {...propsOf("audience")}
      />
    </>
  );
}

function DeleteProject() {
  const { project, project_id } = useHere();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const client = useQueryClient();
  const remove = useChange("delete_project", ["list_projects"]);
  return (
    <Panel title="Delete the project">
      <Dim mb="sm">
        Every prompt, answer, report, key and link is deleted permanently. First export what you
        want to keep.
      </Dim>
      <Button color="red" variant="light" onClick={() => setOpen(true)}>
        Delete this project…
      </Button>
      <Confirm
        title={`Delete ${project.name}?`}
        action="Delete permanently"
        isOpen={isOpen}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setOpen(false)}
        onConfirm={() =>
          remove.mutate(
            { project_id, confirm_name: typed },
            {
              onSuccess: () => {
                remember("project", null);
                void navigate({ to: "/" });
                // Not before: without the project nobody has a right to be here, and the page stayed.
                void makeStale(client, ["get_me"]);
              },
            },
          )
        }
      >
        <TextInput
          label={`Type the project's name to confirm: ${project.name}`}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Confirm>
    </Panel>
  );
}
