import { Button, Stack, Textarea } from "@mantine/core";
import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import { useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say } from "../../widgets/confirm.tsx";
import { Dialog, DialogEnd } from "../../widgets/dialog.tsx";
import { PromptFields } from "./prompt-fields.tsx";
import { PROMPTS_STALE, type Prompt } from "./use-prompts.ts";

/** The words of a prompt and what it belongs to. */
export function EditPrompt({ prompt, onClose }: { prompt: Prompt; onClose(): void }) {
  const { project_id } = useHere();
  const [text, setText] = useState(prompt.text);
  const [values, setValues] = useState(prompt);
  const update = useChange("update_prompt", PROMPTS_STALE);
  // A tag or topic that is still being created would not be among what is saved.
  const isBusy = useIsMutating() > 0;
  const { country_code, language_code, topic_id, tag_ids } = values;
  const save = () =>
    update.mutate(
      {
        ...{ project_id, prompt_id: prompt.id, language_code, topic_id, tag_ids },
        // Only what was changed: answers hold the words and the country fast.
        ...(text.trim() !== prompt.text && { text: text.trim() }),
        ...(country_code !== prompt.country_code && { country_code }),
      },
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
      isChanged={text !== prompt.text || values !== prompt}
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
        />
        <DialogEnd error={update.error} onClose={onClose}>
          <Button onClick={save} loading={update.isPending} disabled={isBusy || text.trim() === ""}>
            Save
          </Button>
        </DialogEnd>
      </Stack>
    </Dialog>
  );
}
