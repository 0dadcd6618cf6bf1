import { Checkbox, Code, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import type { InputOf } from "../../call.ts";
import { useAsk, useChange } from "../../data.ts";
import { useHere } from "../../here.tsx";
import { say, sayFailure } from "../../widgets/confirm.tsx";
import { ForOperators } from "../../widgets/for-operators.tsx";
import { Answered, Panel } from "../../widgets/panel.tsx";
import { Dim } from "../../words/text.ts";

type Chosen = Omit<InputOf<"set_mail_choice">, "project_id">;

/** What the signed-in user is mailed of this project: nothing, unless they choose it. */
export function Mails() {
  const { project, project_id } = useHere();
  const choice = useAsk("get_mail_choice", { project_id });
  const set = useChange("set_mail_choice", ["get_mail_choice"], { inTurn: true });
  // What was pressed is shown, and sent along with what is pressed next, until all of it is saved.
  const [pressed, setPressed] = useState<Chosen>({});
  const choose = (chosen: Chosen) => {
    const all = { ...pressed, ...chosen };
    setPressed(all);
    set.mutate(
      { project_id, ...all },
      {
        onSuccess: () => say("Your choice was saved."),
        onError: sayFailure,
        onSettled: () => setPressed({}),
      },
    );
  };
  return (
    <Panel title={`Mail about ${project.name}`}>
      <Answered asked={choice}>
        {({ week, events, email, is_mail_set_up, known_events }) => (
          <Stack gap="sm">
            <Dim>
              {is_mail_set_up
                ? `To ${email}. This is your own choice: nobody else sees or sets it.`
                : "This server sends no mail yet. Ask the person who runs it to set that up."}
            </Dim>
            {!is_mail_set_up && (
              <ForOperators>
                <Text size="sm">
                  Set <Code>SMTP_URL</Code> to the address of your mail server and start Earshot
                  again. The file docs/self-hosting.md says how.
                </Text>
              </ForOperators>
            )}
            <Switch
              label="The week, on Monday morning"
              description="What changed by more than chance, what to do next, and what went wrong."
              checked={pressed.week ?? week}
              disabled={!is_mail_set_up && !week}
              onChange={({ currentTarget }) => choose({ week: currentTarget.checked })}
            />
            <Checkbox.Group
              label="Tell me at once when"
              description="At most five mails a day; what comes then is told together."
              value={pressed.events ?? events}
              onChange={(chosen) => choose({ events: chosen as typeof events })}
            >
              <Stack gap={8} mt="xs">
                {known_events.map(({ name, label, description }) => (
                  <Checkbox
                    key={name}
                    value={name}
                    label={label}
                    description={description}
                    disabled={!is_mail_set_up && !events.includes(name)}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </Stack>
        )}
      </Answered>
    </Panel>
  );
}
