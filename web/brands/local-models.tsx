import { Group, Stack, Text } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { SmallButton } from "../widgets/buttons.ts";
import { Fine } from "../words/text.ts";

const SHOWN_MAX = 4;

/** A model that runs on the machine of the installation, as the form for an assistant is filled with it. */
export type LocalModel = {
  provider: string;
  name: string;
  requested_model: string;
  concurrency: number;
  requests_per_minute: null;
};

/** Offers the models that run on this machine; nothing where there are none. */
export function LocalModels({
  word,
  isBusy = false,
  onPick,
}: {
  /** What pressing a model's button does, before the model's name. */
  word: string;
  isBusy?: boolean;
  onPick(model: LocalModel): void;
}) {
  const { project_id } = useHere();
  const found = useAsk("find_local_models", { project_id });
  const servers = found.data?.servers ?? [];
  return servers.map((server) => (
    <section key={server.provider} className="panel">
      <Stack gap={6}>
        <Group gap={8} wrap="nowrap" align="center">
          <IconDeviceDesktop size={18} aria-hidden />
          <Text size="sm" fw={600}>
            {server.models.length === 1 ? "A model runs" : `${server.models.length} models run`} on
            this machine
          </Text>
        </Group>
        <Fine>
          {server.label}: no key, no cost. It does not search the web, so its answers are from
          memory.
        </Fine>
        <Group gap={6}>
          {server.models.slice(0, SHOWN_MAX).map(({ id }) => (
            <SmallButton key={id} disabled={isBusy} onClick={() => onPick(describe(server, id))}>
              {word} {id}
            </SmallButton>
          ))}
        </Group>
      </Stack>
    </section>
  ));
}

type Server = OutputOf<"find_local_models">["servers"][number];

/** A machine of one's own answers one question after another; nobody limits how many. */
function describe({ provider, label }: Server, id: string): LocalModel {
  const name = `${id.replace(/:latest$/, "")} (${label})`.slice(0, 100);
  return { provider, name, requested_model: id, concurrency: 1, requests_per_minute: null };
}
