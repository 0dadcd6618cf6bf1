import {
  ActionIcon,
  Button,
  Checkbox,
  ColorInput,
  Drawer,
  Group,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { BrandPreview, type Draft } from "../../brands/brand-preview.tsx";
import { type OutputOf, readFirst } from "../../call.ts";
import { useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { SmallButton } from "../../widgets/buttons.ts";
import { changedFields, onNewest } from "../../widgets/changed-fields.ts";
import { say } from "../../widgets/confirm.tsx";
import { DialogEnd, useAskedClose, useFocusBack } from "../../widgets/dialog.tsx";
import { useTopClose } from "../../widgets/top-close.ts";
import { Fine } from "../../words/text.ts";

export type Brand = OutputOf<"list_brands">["data"][number];

/** What counts as a brand, with the stored answers that it would match while it is typed. */
export function BrandForm({ brand, onClose }: { brand: Brand | null; onClose(): void }) {
  const { project_id } = useHere();
  useFocusBack();
  const form = useBrandForm(brand);
  const create = useChange("create_brand", ["list_brands", "get_usage"]);
  const update = useChange("update_brand", ["list_brands"]);
  const failure = create.error ?? update.error;
  const save = form.onSubmit(async (values) => {
    const fields = fieldsOf(values);
    const done = {
      onSuccess: () => {
        say(
          `${fields.name} was saved. Stored answers are being re-read${brand ? "." : "; share of voice, position and tone change with them."}`,
        );
        onClose();
      },
    };
    if (!brand) return create.mutate({ project_id, ...fields }, done);
    const of = { project_id, brand_id: brand.id };
    const before = fieldsOf(form.getInitialValues());
    const found = await readFirst("get_brand", of, brand);
    if (!found) return;
    const newest = fieldsOf(valuesOf(found));
    const changed = changedFields(fields, before, newest);
    // A rename alone would drop the spellings of the old name, which the form shows and counts.
    if (changed.name !== undefined)
      changed.aliases = onNewest(fields.aliases, before.aliases, newest.aliases);
    return update.mutate({ ...of, ...changed }, done);
  });
  const { close, watch, question } = useAskedClose(onClose, {
    isChanged: form.isDirty(),
  });
  useTopClose(true, close);
  return (
    <Drawer
      opened
      onClose={close}
      {...watch}
      position="right"
      size="lg"
      title={brand ? brand.name : "Track a brand"}
    >
      <form onSubmit={save}>
        {question}
        <Stack gap="md">
          <Group align="flex-start" grow>
            <TextInput
              label="Name"
              required
              maxLength={100}
              data-autofocus
              {...form.getInputProps("name")}
            />
            <ColorInput
              label="Colour in charts"
              format="hex"
              placeholder="chosen automatically"
              {...form.getInputProps("color")}
            />
          </Group>
          <Aliases form={form} />
          <TagsInput
            label="Its own sites"
            description="Sources there count as its own."
            placeholder="acme.com"
            {...form.getInputProps("domains")}
          />
          <TagsInput
            label="Phrases that are not the brand"
            description={'They contain the name and mean something else, such as "apple cider".'}
            {...form.getInputProps("exclude_phrases")}
          />
          <TextInput
            label="Pattern"
            description="A JavaScript regular expression for spellings that a list cannot cover. Rarely needed."
            classNames={{ input: "mono" }}
            {...form.getInputProps("regex")}
          />
          <BrandPreview
            draft={form.values}
            brand_id={brand?.id}
            onAliases={(aliases) => form.setFieldValue("aliases", aliases)}
          />
          <DialogEnd error={failure} onClose={onClose}>
            <Button type="submit" loading={create.isPending || update.isPending || form.submitting}>
              {brand ? "Save" : "Track it"}
            </Button>
          </DialogEnd>
        </Stack>
      </form>
    </Drawer>
  );
}

type Values = Draft & { color: string };

/** What a form holds, as it is sent. */
const fieldsOf = ({ color, ...values }: Values) => ({
  ...values,
  name: values.name.trim(),
  aliases: values.aliases.filter(({ text }) => text.trim()),
  regex: values.regex.trim() || null,
  ...(color && { color }),
});

const valuesOf = (brand: Brand | null): Values => ({
  name: brand?.name ?? "",
  aliases: brand?.aliases ?? [],
  domains: brand?.domains ?? [],
  exclude_phrases: brand?.exclude_phrases ?? [],
  regex: brand?.regex ?? "",
  color: brand?.color ?? "",
});

const useBrandForm = (brand: Brand | null) => useForm({ initialValues: valuesOf(brand) });

const focus = (input: HTMLInputElement | null) => input?.focus();

function Aliases({ form }: { form: ReturnType<typeof useBrandForm> }) {
  // Whoever adds one types it next.
  const [added, setAdded] = useState(-1);
  return (
    <div>
      <Text size="sm" fw={600}>
        Other spellings
      </Text>
      <Fine mb={6}>
        Whole words in any script. Upper and lower case count only where you say so: useful for
        names that are also common words.
      </Fine>
      <Stack gap={6}>
        {form.values.aliases.map(({ case_sensitive }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an alias is identified by its place while it is typed.
          <Group key={index} wrap="nowrap">
            <TextInput
              aria-label={`Spelling ${index + 1}`}
              style={{ flex: 1 }}
              maxLength={100}
              ref={index === added ? focus : undefined}
              {...form.getInputProps(`aliases.${index}.text`)}
            />
            <Checkbox
              label="Match case"
              checked={case_sensitive ?? false}
              onChange={({ currentTarget: { checked } }) =>
                form.setFieldValue(`aliases.${index}.case_sensitive`, checked)
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Remove spelling ${index + 1}`}
              onClick={() => form.removeListItem("aliases", index)}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
        ))}
        <SmallButton
          style={{ alignSelf: "flex-start" }}
          onClick={() => {
            setAdded(form.values.aliases.length);
            form.insertListItem("aliases", { text: "" });
          }}
        >
          Add a spelling
        </SmallButton>
      </Stack>
    </div>
  );
}
