import { Accordion, PasswordInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type OperationName, type OutputOf, readFirst } from "../call.ts";
import { useAsk, useChange } from "../data.ts";
import { useHere } from "../here.tsx";
import { changedFields } from "../widgets/changed-fields.ts";
import { say } from "../widgets/confirm.tsx";
import { Dialog, DialogForm } from "../widgets/dialog.tsx";
import { AnswersPlanned } from "./answers-planned.tsx";
import { HowAsked } from "./how-asked.tsx";
import { LocalModels } from "./local-models.tsx";
import { askedWith, ModelPicker } from "./model-picker.tsx";
import { ModelSupports } from "./model-supports.tsx";
import { type PriceValues, readPrice, writePrice } from "./price-fields.tsx";

export type Target = OutputOf<"list_targets">["data"][number];

type Provider = OutputOf<"list_providers">["data"][number];
type Values = {
  provider: string;
  name: string;
  requested_model: string;
  base_url: string;
  api_key: string;
  parameters: string;
  samples_per_day: number;
  concurrency: number;
  requests_per_minute: number | "";
  batch: boolean;
  has_canary: boolean;
  price: PriceValues;
};
/** What changes when assistants, or how they are asked, do. */
export const MODELS_STALE = [
  ...(["list_targets", "list_models", "list_health"] as const),
  ...(["get_budget", "estimate_captures", "estimate_answers_needed"] as const),
] as const satisfies OperationName[];

/** Adds an assistant, or changes how one is asked. */
export function ModelForm({ target, onClose }: { target: Target | null; onClose(): void }) {
  const { project_id, canManage } = useHere();
  const providers = useAsk("list_providers", { limit: 100 });
  const create = useChange("create_target", MODELS_STALE);
  const update = useChange("update_target", MODELS_STALE);
  // What the provider's list says of the model, such as the day it ends, is kept with it.
  const list = useChange("list_provider_models", ["list_targets"]);
  const form = useModelForm(target);
  const provider = providers.data?.data.find((one) => one.provider === form.values.provider);
  const [refused, setRefused] = useState<string | null>(null);
  const isRefused = refused !== null && refused === askedWith(form.values.provider, form.values);
  const busy = create.isPending || update.isPending || form.submitting;
  const save = form.onSubmit(async (values) => {
    const fields = fieldsOf(values);
    const done = {
      onSuccess: ({ provider, model_id }: Target) => {
        list.mutate({ project_id, provider, model_id, limit: 1 });
        say(
          target
            ? `${fields.name} was saved.`
            : `${fields.name} was added. ${isRefused ? "Its key was refused: give it one that works." : "Test it before the next run."}`,
        );
        onClose();
      },
    };
    if (!target) return create.mutate({ project_id, provider: values.provider, ...fields }, done);
    const { model_id } = target;
    const all = await readFirst("list_targets", { project_id, limit: 1000 }, { data: [] });
    if (!all) return;
    const newest = all.data.find((one) => one.model_id === model_id) ?? target;
    const before = fieldsOf(form.getInitialValues());
    const changed = changedFields(fields, before, fieldsOf(valuesOf(newest)));
    return update.mutate({ project_id, model_id, ...changed }, done);
  });
  return (
    <Dialog
      onClose={onClose}
      title={target ? target.name : "Add an assistant"}
      size="lg"
      isChanged={form.isDirty()}
      isBusy={busy}
    >
      <DialogForm
        of={{ error: create.error ?? update.error, isPending: busy }}
        onSubmit={save}
        onClose={onClose}
        action={(target ? "Save" : "Add") + (isRefused ? " anyway" : "")}
        disabled={!provider && !target}
      >
        {!target && <ProviderSelect providers={providers.data?.data ?? []} form={form} />}
        {!target && !provider && (
          <LocalModels
            word="Use"
            onPick={(model) => form.setValues({ ...model, base_url: "", requests_per_minute: "" })}
          />
        )}
        {provider && <Fields {...{ form, provider, canManage, target, setRefused }} />}
        {provider && isRefused && (
          <Text size="sm" ta="right" role="status">
            {provider.label} refused this key. Without one that works it will not answer.
          </Text>
        )}
      </DialogForm>
    </Dialog>
  );
}

function valuesOf(target: Target | null): Values {
  const { batch, ...parameters } = target?.parameters ?? {};
  return {
    provider: target?.provider ?? "",
    name: target?.name ?? "",
    requested_model: target?.requested_model ?? "",
    base_url: target?.base_url ?? "",
    api_key: "",
    parameters: target ? JSON.stringify(parameters, null, 2) : "{}",
    samples_per_day: target?.samples_per_day ?? 1,
    concurrency: target?.concurrency ?? 4,
    requests_per_minute: target ? (target.requests_per_minute ?? "") : 60,
    batch: batch === true,
    has_canary: target?.has_canary ?? true,
    price: writePrice(target?.price ?? null),
  };
}

/** What a form holds, as it is sent. */
const fieldsOf = (values: Values) => ({
  name: values.name.trim(),
  requested_model: values.requested_model.trim(),
  base_url: values.base_url.trim() || null,
  parameters: {
    ...(JSON.parse(values.parameters || "{}") as Record<string, never>),
    ...(values.batch && { batch: true }),
  },
  has_canary: values.has_canary,
  samples_per_day: values.samples_per_day,
  concurrency: values.concurrency,
  requests_per_minute: values.requests_per_minute === "" ? null : values.requests_per_minute,
  price: readPrice(values.price),
  ...(values.api_key && { api_key: values.api_key }),
});

function validate({ name, requested_model, parameters }: Values) {
  const isObject = () => {
    try {
      const read: unknown = JSON.parse(parameters || "{}");
      return typeof read === "object" && read !== null && !Array.isArray(read);
    } catch {
      return false;
    }
  };
  return {
    name: name.trim() ? null : "Give it a name that reports show",
    requested_model: requested_model.trim() ? null : "Name the model as its provider lists it",
    parameters: isObject() ? null : 'This must be a JSON object, like {"temperature": 1}',
  };
}

const useModelForm = (target: Target | null) =>
  useForm({ initialValues: valuesOf(target), validate });
type Form = ReturnType<typeof useModelForm>;

/** Where answers come from, by the surface of a provider. */
const PLACES: Record<Provider["surface"], string> = {
  api: "From a model, by its key",
  ui: "As people see them, by a service",
  serp: "On search pages, by a service",
  local: "On your own machine, or invented",
};

/** Chooses a provider among those of each kind. */
function ProviderSelect({ providers, form }: { providers: Provider[]; form: Form }) {
  return (
    <Select
      allowDeselect
      label="Provider"
      placeholder="Which assistant"
      searchable
      data-autofocus
      required
      data={Object.entries(PLACES).map(([surface, group]) => ({
        group,
        items: providers
          .filter((one) => one.surface === surface)
          .map(({ provider, label }) => ({ value: provider, label })),
      }))}
      value={form.values.provider || null}
      onChange={(value) => {
        const chosen = providers.find(({ provider }) => provider === value);
        if (!chosen) return;
        form.setValues({
          provider: chosen.provider,
          name: form.values.name || chosen.label,
          // Providers list new models every month: only the user knows which one is wanted.
          requested_model: "",
          base_url: "",
          batch: false,
        });
      }}
    />
  );
}

function Fields({
  form,
  provider,
  target,
  canManage,
  setRefused,
}: {
  form: Form;
  provider: Provider;
  target: Target | null;
  setRefused(asked: string | null): void;
  canManage: boolean;
}) {
  const [open, setOpen] = useState<string | null>(target && "more");
  const [keyLabel, hint] = [provider.key_label, target?.api_key_hint ?? null];
  const place = {
    ...{ provider, base_url: form.values.base_url.trim(), api_key: form.values.api_key.trim() },
    ...{ model_id: target?.model_id ?? null, hasKey: hint !== null },
  };
  const address = <Address {...{ form, provider, canManage }} />;
  const isOwnServer = provider.default_base_url === null;
  return (
    <>
      <ModelSupports provider={provider} />
      {isOwnServer && address}
      {(keyLabel || hint) && (
        <PasswordInput
          label="Key"
          description={
            hint
              ? `A key is stored (${hint}). Leave this empty to keep it.`
              : `The provider's ${keyLabel}. Kept encrypted; never shown again.`
          }
          autoComplete="off"
          required={!hint}
          {...form.getInputProps("api_key")}
        />
      )}
      <ModelPicker
        place={place}
        onRefused={setRefused}
        value={form.values.requested_model}
        onChange={(model) => form.setFieldValue("requested_model", model)}
        error={form.errors["requested_model"]}
      />
      <TextInput label="Name in reports" required {...form.getInputProps("name")} />
      <Accordion
        variant="contained"
        value={form.errors["parameters"] ? "more" : open}
        onChange={setOpen}
      >
        <Accordion.Item value="more">
          <Accordion.Control>How often, how fast, at what price</Accordion.Control>
          <Accordion.Panel>
            <Stack gap="sm">
              {!isOwnServer && address}
              <HowAsked
                propsOf={(field, type) => form.getInputProps(field, { type })}
                answers={provider.answers}
              />
            </Stack>
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
      <AnswersPlanned target={target} asked={form.values} />
    </>
  );
}

function Address({
  form,
  provider: { default_base_url },
  canManage,
}: {
  form: Form;
  provider: Provider;
  canManage: boolean;
}) {
  return (
    <TextInput
      label="Address"
      description={
        canManage
          ? "Only for your own server or a proxy. If you change the server, enter its key again."
          : "Set by admins and owners, for your own server or a proxy."
      }
      disabled={!canManage}
      placeholder={default_base_url ?? "https://…"}
      required={default_base_url === null}
      {...form.getInputProps("base_url")}
    />
  );
}
