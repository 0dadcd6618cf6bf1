import { Badge, Tooltip } from "@mantine/core";
import type { OutputOf } from "../call.ts";
import { useAsk } from "../data.ts";
import { useHere } from "../here.tsx";
import { showDay } from "../scope.ts";
import { capitalised } from "./formats.ts";
import { useNames } from "./names.ts";
import { whole } from "./numbers.ts";

type Tone = { word: string; how: string };
type SharedTone = NonNullable<OutputOf<"get_share">["tone_method"]>;

const BY_WORDS = "estimated by words and grammar in English, not measured in other languages";

/** How the tone of this project's mentions comes about: in a word, and in a sentence. */
export function useTone(): Tone {
  const { project_id, isGuest } = useHere();
  const { data: judge } = useAsk("get_judge", { project_id }, { enabled: !isGuest });
  const { data: share } = useAsk("get_share", { project_id: "" }, { enabled: isGuest === true });
  const modelName = useNames("model_id");
  if (share?.tone_method) return SHARED[share.tone_method];
  if (!judge) {
    const how = `${BY_WORDS}, or judged by a language model where one was chosen`;
    return { word: "estimate", how: sentence(how) };
  }
  const { model_id, since, judged_count } = judge;
  if (model_id) {
    const days = since ? `, in answers since ${showDay(since)}` : "";
    const how = `judged by ${modelName(model_id)}${days}; what it has not judged is ${BY_WORDS}`;
    return { word: "judged", how: sentence(how) };
  }
  if (judged_count === 0) return { word: "estimate", how: sentence(BY_WORDS) };
  const earlier = `${whole(judged_count)} mentions keep what a language model judged before`;
  return { word: "estimate", how: sentence(`${BY_WORDS}; ${earlier}`) };
}

function sentence(how: string): string {
  return `${capitalised(how)}. 0 is bad, 50 is neutral, 100 is good.`;
}

/** What a share link shows of tones. */
const SHARED: Record<SharedTone, Tone> = {
  estimate: { word: "estimate", how: sentence(BY_WORDS) },
  judge: { word: "judged", how: sentence("judged by a language model") },
  both: {
    word: "judged",
    how: sentence(`judged by a language model; what it has not judged is ${BY_WORDS}`),
  },
};

/** Says next to a tone that it is an estimate or judged, and how. */
export function ToneBadge() {
  const { word, how } = useTone();
  return (
    <Tooltip label={how}>
      <Badge color="gray" tabIndex={0}>
        {word}
      </Badge>
    </Tooltip>
  );
}
