import { Button, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { call, isGivenUp } from "../../call.ts";
import { useHere } from "../../here.tsx";
import { changedFields } from "../../widgets/changed-fields.ts";
import { say } from "../../widgets/confirm.tsx";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import { PromptFields } from "./prompt-fields.tsx";
import { useSendGroups } from "./typed-groups.ts";
import type { Prompt } from "./use-prompts.ts";

/** The words of a prompt and what it belongs to. */
export function EditPrompt({ prompt: given, onClose }: { prompt: Prompt; onClose(): void }) {
  const { project_id } = useHere();
  const [prompt] = useState(given);
  const [text, setText] = useState(prompt.text);
  const [values, setValues] = useState(prompt);
  const [isTyping, setTyping] = useState(false);
  const { country_code, language_code, topic_id, tag_ids } = values;
  const update = useSendGroups(async (groups) => {
    const of = { project_id, prompt_id: prompt.id };
    const newest = await call("get_prompt", of).catch((error: unknown) => {
      if (isGivenUp(error)) throw error;
      return prompt;
    });
    const fields = { text: text.trim(), country_code, language_code, ...groups };
    // Answers hold the words and the country fast.
    return call("update_prompt", { ...of, ...changedFields(fields, prompt, newest) });
  });
  const save = () =>
    update.mutate(
      { topic_id, tag_ids },
      {
        onSuccess: () => {
          say("The prompt was saved.");
          onClose();
        },
      },
    );
  return (
    <Dialog
      onClose={onClose}
      title="Edit the prompt"
      size="lg"
      isChanged={text !== prompt.text || values !== prompt || isTyping}
      isBusy={update.isPending}
    >
      <Stack gap="sm">
        <Textarea
          label="The question"
          description="Once it has answers, its text is fixed: to ask something else, add another prompt."
          data-autofocus
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <PromptFields
          values={values}
          onChange={(changed) => setValues({ ...values, ...changed })}
          onTyping={setTyping}
        />
        <DialogEnd error={update.error} onClose={onClose}>
          <Button onClick={save} loading={update.isPending} disabled={text.trim() === ""}>
            Save
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}
