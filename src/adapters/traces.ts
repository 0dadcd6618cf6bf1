import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Attributes,
  type Context,
  DiagLogLevel,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { LogEvent } from "kysely";
import type { AnswerEngine, LaterEngine } from "#core/answer-engine.ts";
import type { Log } from "#core/context.ts";
import type { AnyJob } from "#core/job.ts";
import type { Post, Provider, Providers } from "#core/ports.ts";
import { fieldsHere, withFields } from "./log-fields.ts";

const STATEMENT_MAX = 2_000;
const CLOSE_MS = 2_000;
const METHODS = /^(GET|HEAD|POST|PATCH|PUT|DELETE|OPTIONS)$/;

/** Of how many traces spans are sent, in the words of OTEL_TRACES_SAMPLER. */
export type Sampling = { sampler: string; ratio: number };

/** What a process tells a collector of OpenTelemetry; it says how long what took, and shows no value and no text. */
export type Traces = {
  request(
    request: { door: string; method: string; traceparent: string | undefined },
    work: () => Promise<number>,
  ): Promise<void>;
  /** Names spans by what is logged in them, and passes lines on. */
  meter(log: Log): Log;
  job(job: AnyJob): AnyJob;
  providers(providers: Providers): Providers;
  post(post: Post): Post;
  /** Called after each statement. */
  statement(event: LogEvent): void;
  /** Sends what is left. */
  close(): Promise<void>;
};

type Wanted = { kind: SpanKind; attributes: Attributes; parent?: Context; startTime?: number };
type Within = <R>(name: string, wanted: Wanted, work: (span: Span) => Promise<R>) => Promise<R>;
type Spans = {
  active(): Span | undefined;
  begin(name: string, wanted: Wanted): Span;
  within: Within;
};

/** Begins to send spans to where the standard variables of OTLP exporters say; what cannot be sent is dropped. */
export function openTraces(version: string, sampling: Sampling, log: Log): Traces {
  tellOnce(log);
  const provider = openProvider(version, sampling);
  const spans = makeSpans(provider.getTracer("earshot", version));
  const { within } = spans;
  return {
    request: (request, work) => traceRequest(within, request, work),
    meter: (log) => ({
      info(fields, message) {
        const span = spans.active();
        if (span && message === "call") nameCall(span, fields);
        log.info(fields, message);
      },
      warn: (fields, message) => log.warn(fields, message),
      error: (fields, message) => log.error(fields, message),
    }),
    job: (job) => ({
      ...job,
      handler: (context, input) =>
        within(`job ${job.name}`, { kind: SpanKind.CONSUMER, attributes: idsOf(input) }, () =>
          job.handler(context, input),
        ),
    }),
    providers: (providers) =>
      new Map([...providers].map(([name, one]) => [name, traceProvider(within, one)])),
    post: (post) => (request) =>
      within("POST", clientOf(request.url), async (span) => {
        const answer = await post(request);
        if (answer.status !== null) span.setAttribute("http.response.status_code", answer.status);
        if (answer.error !== null) span.setStatus({ code: SpanStatusCode.ERROR });
        return answer;
      }),
    statement: (event) => traceStatement(spans, event),
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        new Promise<void>((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
      ]),
  };
}

function openProvider(version: string, sampling: Sampling): TracerProvider {
  const own = resourceFromAttributes({ "service.name": "earshot", "service.version": version });
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
  return new TracerProvider({
    resource: own.merge(detectResources({ detectors })),
    sampler: makeSampler(sampling),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
}

/** Spans of one process: each is a part of the one whose work it is begun in. */
function makeSpans(tracer: Tracer): Spans {
  const current = new AsyncLocalStorage<Span>();
  const begin: Spans["begin"] = (name, { parent, ...options }) => {
    const span = current.getStore();
    const context = parent ?? (span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT);
    return tracer.startSpan(name, options, context);
  };
  return {
    active: () => current.getStore(),
    begin,
    async within(name, wanted, work) {
      const span = begin(name, wanted);
      const { traceId: trace_id, spanId: span_id } = span.spanContext();
      try {
        return await current.run(span, () => withFields({ trace_id, span_id }, () => work(span)));
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

/** What belongs to no request and no job is mostly looking whether something is due, and left out. */
function traceStatement(spans: Spans, { query, queryDurationMillis, ...event }: LogEvent): void {
  if (!spans.active()?.isRecording()) return;
  const text = query.sql.trim().slice(0, STATEMENT_MAX);
  const operation = /^\w*/.exec(text)?.[0].toUpperCase() ?? "";
  const named = { "db.system.name": "postgresql", "db.operation.name": operation };
  const attributes = { ...named, "db.query.text": text };
  const ended = Date.now();
  const startTime = ended - queryDurationMillis;
  const span = spans.begin(operation, { kind: SpanKind.CLIENT, startTime, attributes });
  if (event.level === "error") fail(span, event.error);
  span.end(ended);
}

/** Says once that spans do not arrive; nothing waits for them. */
function tellOnce(log: Log): void {
  let isTold = false;
  const error = (message: string) => {
    if (!isTold) log.warn({ part: "traces", error: message.slice(0, 300) }, "traces are not sent");
    isTold = true;
  };
  const nothing = () => {};
  const logger = { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}

function makeSampler({ sampler, ratio }: Sampling): Sampler {
  const roots: Record<string, Sampler> = {
    always_on: new AlwaysOnSampler(),
    always_off: new AlwaysOffSampler(),
    traceidratio: new TraceIdRatioBasedSampler(ratio),
  };
  const root = roots[sampler.replace(/^parentbased_/, "")] ?? new AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

async function traceRequest(within: Within, ...[request, work]: Parameters<Traces["request"]>) {
  const method = METHODS.test(request.method) ? request.method : "_OTHER";
  const remote = request.traceparent && parseTraceParent(request.traceparent);
  const wanted = {
    kind: SpanKind.SERVER,
    attributes: {
      "http.request.method": method,
      "earshot.door": request.door,
      "earshot.request_id": fieldsHere()["request_id"] ?? "",
    },
    ...(remote && { parent: trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) }),
  };
  await within(`${method} ${request.door}`, wanted, async (span) => {
    const status = await work();
    span.setAttribute("http.response.status_code", status);
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  });
}

function nameCall(span: Span, { door, operation, outcome, project_id }: Record<string, unknown>) {
  span.updateName(`${door} ${operation}`);
  const attributes = { "earshot.operation": String(operation), "earshot.outcome": String(outcome) };
  span.setAttributes({ ...attributes, ...idsOf({ project_id }) });
}

/** The numbers of what a job works on. */
function idsOf(input: Record<string, unknown>): Attributes {
  const ids = Object.entries(input).filter(
    ([name, id]) => /_id$/.test(name) && Number.isInteger(id),
  );
  return Object.fromEntries(ids.map(([name, id]) => [`earshot.${name}`, Number(id)]));
}

/** The kind of an error; its words may quote what was asked. */
function fail(span: Span, error: unknown): void {
  const { kind, code, name } = error as { kind?: unknown; code?: unknown; name?: unknown };
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute("error.type", String(kind ?? code ?? name));
}

function clientOf(url: string, attributes: Attributes = {}): Wanted {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return { kind: SpanKind.CLIENT, attributes: { ...attributes, "server.address": host } };
}

function traceProvider(within: Within, provider: Provider): Provider {
  const { engine, listModels } = provider;
  const named = { "gen_ai.provider.name": provider.provider };
  return {
    ...provider,
    engine: traceEngine(within, engine, named),
    ...(listModels && {
      listModels: (request) =>
        within("list models", clientOf(request.base_url, named), () => listModels(request)),
    }),
  };
}

function traceEngine(within: Within, engine: AnswerEngine, named: Attributes): AnswerEngine {
  return {
    ...engine,
    ask(request) {
      const model = {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": request.requested_model,
      };
      const wanted = clientOf(request.base_url, { ...named, ...model });
      return within(`chat ${request.requested_model}`, wanted, async (span) => {
        const asked = await engine.ask(request);
        const { input_tokens, output_tokens } = asked.usage;
        if (asked.served_model) span.setAttribute("gen_ai.response.model", asked.served_model);
        if (input_tokens !== null) span.setAttribute("gen_ai.usage.input_tokens", input_tokens);
        if (output_tokens !== null) span.setAttribute("gen_ai.usage.output_tokens", output_tokens);
        return asked;
      });
    },
    later(parameters) {
      const later = engine.later(parameters);
      return later && traceLater(within, later, named);
    },
  };
}

function traceLater(within: Within, later: LaterEngine, named: Attributes): LaterEngine {
  const { find } = later;
  const wanted = { kind: SpanKind.CLIENT, attributes: named };
  return {
    ...later,
    submit: (handed) => within("hand over questions", wanted, () => later.submit(handed)),
    fetch: (handed, ticket) => within("fetch answers", wanted, () => later.fetch(handed, ticket)),
    ...(find && { find: (handed) => within("find questions", wanted, () => find(handed)) }),
  };
}
