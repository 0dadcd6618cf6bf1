import { type Operations, ROUTES } from "./operations.ts";

export type { Operations } from "./operations.ts";

/** The name of an operation, as `list_brands`. */
export type OperationName = keyof Operations;
/** What an operation takes: what stands in its path, its query and its body, in one object. */
export type Input<Name extends OperationName> = Operations[Name]["input"];
/** What it answers; undefined where it answers without a body. */
export type Output<Name extends OperationName> = Operations[Name]["output"];

type Page = { data: unknown[]; total_count: number; limit: number; offset: number };
/** Operations that answer a page, which `limit` and `offset` choose. */
export type ListName = {
  [Name in OperationName]: Output<Name> extends Page
    ? "offset" extends keyof Input<Name>
      ? Name
      : never
    : never;
}[OperationName];
type Item<Name extends ListName> = Output<Name> extends { data: (infer One)[] } ? One : never;
type Arguments<Name extends OperationName> =
  Partial<Input<Name>> extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** A refusal: its status and code, the sentence that says what is wrong, and for how long to wait where that is known. */
export class EarshotError extends Error {
  readonly status: number;
  readonly code: string;
  readonly retry_after_seconds: number | undefined;

  constructor(status: number, code: string, message: string, retry_after_seconds?: number) {
    super(message);
    this.name = "EarshotError";
    this.status = status;
    this.code = code;
    this.retry_after_seconds = retry_after_seconds;
  }
}

export type ClientOptions = {
  /** The origin of the installation, as https://earshot.example.com. */
  url: string;
  /** A key of a project. */
  key: string;
  /** How often a call that was told to come again does so; 5 unless said. */
  retries?: number;
  /** The longest wait for one of these, in seconds; 90 unless said. */
  wait_seconds_max?: number;
  /** Ends calls and waits. */
  signal?: AbortSignal;
  fetch?: typeof fetch;
};

export type Client = {
  /** Calls an operation; throws an EarshotError where it is refused. */
  call<Name extends OperationName>(name: Name, ...given: Arguments<Name>): Promise<Output<Name>>;
  /** Every item of a list, page by page as they are read: a list of any length takes the room of one page. */
  items<Name extends ListName>(
    name: Name,
    input?: Omit<Input<Name>, "offset">,
  ): AsyncGenerator<Item<Name>, void, undefined>;
  /**
   * Sends answers as they come, 500 at a time; yields what became of each part, failures with their place among all. Again is
   * safe: what is there is unchanged. A dry run tries each part by itself: prompts that are new in two count in both.
   */
  importAnswers(
    answers: Iterable<object> | AsyncIterable<object>,
    options?: { dry_run?: boolean; batch?: number },
  ): AsyncGenerator<Output<"import_chats">, void, undefined>;
};

const PAGE = 500;

/** A client of one project. */
export function makeClient(options: ClientOptions): Client {
  const call: Client["call"] = (name, ...[input]) => request(options, name, { ...input });
  return {
    call,
    async *items(name, input) {
      const limit = (input as { limit?: number } | undefined)?.limit ?? PAGE;
      for (let offset = 0; ; offset += limit) {
        const page: unknown = await request(options, name, { ...input, limit, offset });
        const { data } = page as { data: never[] };
        yield* data;
        if (data.length < limit) return;
      }
    },
    async *importAnswers(answers, { dry_run = false, batch = PAGE } = {}) {
      let before = 0;
      const send = async (lines: string[]) => {
        const flag = dry_run ? { dry_run } : {};
        const result = await request(options, "import_chats", flag, `${lines.join("\n")}\n`);
        const failed = result.failed.map((one) => ({ ...one, line: one.line + before }));
        before += lines.length;
        return { ...result, failed };
      };
      let lines: string[] = [];
      for await (const answer of answers) {
        lines.push(JSON.stringify(answer));
        if (lines.length < batch) continue;
        yield await send(lines);
        lines = [];
      }
      if (lines.length > 0) yield await send(lines);
    },
  };
}

async function request<Name extends OperationName>(
  options: ClientOptions,
  name: Name,
  input: Record<string, unknown>,
  lines?: string,
): Promise<Output<Name>> {
  const { url, key, retries = 5, wait_seconds_max = 90, signal, fetch: ask = fetch } = options;
  const { method, path, query } = ROUTES[name];
  const rest = { ...input };
  const take = (part: string) => {
    const value = rest[part];
    delete rest[part];
    return value;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, part) => encodeURIComponent(String(take(part))));
  const address = new URL(`/api/v1${filled}`, url);
  for (const part of query) {
    const value = take(part);
    for (const one of [value].flat()) {
      if (one !== undefined) address.searchParams.append(part, asText(one));
    }
  }
  const hasBody = method === "POST" || method === "PATCH";
  const type = lines === undefined ? "application/json" : "application/x-ndjson";
  // Sent again after a refusal that says when to come, what adds something is done once even where it was done already.
  const isNamed = method === "POST" && lines === undefined;
  const sent = {
    method,
    headers: {
      "X-API-Key": key,
      ...(hasBody && { "Content-Type": type }),
      ...(isNamed && { "Idempotency-Key": crypto.randomUUID() }),
    },
    ...(hasBody && { body: lines ?? JSON.stringify(rest) }),
    ...(signal && { signal }),
  };
  for (let left = retries; ; left -= 1) {
    const response = await ask(address, sent);
    if (response.status === 204) return undefined as Output<Name>;
    if (response.ok) return (await response.json()) as Output<Name>;
    const error = await readRefusal(response);
    const seconds = error.retry_after_seconds;
    if (left <= 0 || seconds === undefined || seconds > wait_seconds_max) throw error;
    await wait(seconds, signal);
  }
}

function asText(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

async function readRefusal(response: Response): Promise<EarshotError> {
  const body = (await response.json().catch(() => null)) as {
    error?: { code?: string; message?: string };
  } | null;
  const { code = "UNKNOWN", message = `The server answered ${response.status}.` } =
    body?.error ?? {};
  const after = response.headers.get("retry-after");
  return new EarshotError(
    response.status,
    code,
    message,
    after && /^\d+$/.test(after) ? Number(after) : undefined,
  );
}

function wait(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1_000);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
