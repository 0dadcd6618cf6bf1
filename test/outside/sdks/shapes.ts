import type Anthropic from "@anthropic-ai/sdk";
import type {
  Content,
  GenerateContentResponse,
  GenerationConfig,
  Interactions,
  Tool,
  ToolConfig,
} from "@google/genai";
import type * as mistral from "@mistralai/mistralai/models/components";
import type * as openrouter from "@openrouter/sdk/models";
import type Perplexity from "@perplexity-ai/perplexity_ai";
import type * as dataforseo from "dataforseo-client/models";
import type OpenAI from "openai";
import type {
  XaiResponsesInput,
  XaiResponsesResponse,
  XaiResponsesTool,
} from "./node_modules/@ai-sdk/xai/src/responses/xai-responses-api.ts";

// The shapes of each provider's request and answer, as its own client library types them on the wire.

/** Without fields of any name, which would let a wrong one pass, without classes' methods, and enums as texts. */
type Known<T> = T extends string
  ? `${T}`
  : T extends (infer Item)[]
    ? Known<Item>[]
    : T extends object
      ? {
          [K in keyof T as string extends K
            ? never
            : K extends "init" | "toJSON"
              ? never
              : K]: Known<T[K]>;
        }
      : T;
/** Types of what is sent name the defaults that the library fills in. */
type Unfilled<T, K extends keyof T> = Omit<T, K> & Partial<Pick<T, K>>;

/** What each provider is sent to answer at once. */
export type Questions = {
  openai: OpenAI.Responses.ResponseCreateParamsNonStreaming;
  anthropic: Anthropic.MessageCreateParamsNonStreaming;
  gemini: {
    contents: Content[];
    tools?: Tool[];
    toolConfig?: ToolConfig;
    generationConfig?: GenerationConfig;
  };
  gemini_interactions: Interactions.CreateModelInteractionParamsNonStreaming;
  perplexity: Perplexity.Responses.ResponseCreateParamsNonStreaming;
  xai: {
    model: string;
    input: string | XaiResponsesInput;
    store?: boolean;
    tools?: XaiResponsesTool[];
    tool_choice?: "auto" | "none" | "required";
    reasoning?: { effort: "low" | "medium" | "high" };
  };
  mistral: Unfilled<mistral.ConversationRequest$Outbound, "stream">;
  openrouter: Omit<Unfilled<openrouter.ChatRequest$Outbound, "stream">, "tools" | "tool_choice"> & {
    // Of its tools and choices, ours: next to the others, which are open, a wrong field would pass.
    tools?: openrouter.OpenRouterWebSearchServerTool$Outbound[];
    tool_choice?: "auto" | openrouter.ChatServerToolChoice$Outbound;
  };
  openai_compatible: OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
  dataforseo: Known<dataforseo.ISerpGoogleAiModeLiveAdvancedRequestInfo>[];
  dataforseo_chatgpt: Known<dataforseo.IAiOptimizationChatGptLlmScraperLiveAdvancedRequestInfo>[];
  dataforseo_gemini: Known<dataforseo.IAiOptimizationGeminiLlmScraperLiveAdvancedRequestInfo>[];
};

/** What hands many questions over at once. */
type Batches = {
  openai_batch: OpenAI.BatchCreateParams;
  anthropic_batch: Anthropic.Messages.BatchCreateParams;
  // What stands in it is a question, which its own types leave open.
  mistral_batch: Omit<mistral.CreateBatchJobRequest$Outbound, "requests"> & {
    requests: { custom_id: string; body: Omit<Questions["mistral"], "model"> }[];
  };
};
export type Requests = Questions & Batches;

type Task<Result> = Known<dataforseo.IBaseResponseInfo> & {
  tasks: (Known<dataforseo.IBaseResponseTaskInfo> & { data: object; result: Known<Result>[] })[];
};
/** A kind of item, with its kind's own fields. */
type Items<Result, Item> = Omit<Known<Result>, "items"> & { items: Known<Item>[] };

/** What each provider answers. */
export type Answers = {
  // `output_text` is what the libraries join themselves.
  openai: Omit<OpenAI.Responses.Response, "output_text">;
  anthropic: Anthropic.Message;
  gemini: Omit<
    Known<GenerateContentResponse>,
    | "text"
    | "data"
    | "functionCalls"
    | "executableCode"
    | "codeExecutionResult"
    | "initialPromptTokenCount"
  >;
  gemini_interactions: Interactions.Interaction;
  perplexity: Omit<Perplexity.Responses.ResponseCreateResponse, "output_text">;
  xai: XaiResponsesResponse;
  openai_compatible: OpenAI.Chat.ChatCompletion;
  dataforseo: Task<
    Items<dataforseo.ISerpGoogleAiModeLiveAdvancedResultInfo, dataforseo.IAiModeAiOverviewInfo>
  >;
  dataforseo_chatgpt: Task<
    Items<
      dataforseo.IAiOptimizationChatGptLlmScraperLiveAdvancedResultInfo,
      dataforseo.IChatGptTextElementItem
    >
  >;
  dataforseo_gemini: Task<dataforseo.IAiOptimizationGeminiLlmScraperLiveAdvancedResultInfo>;
};
