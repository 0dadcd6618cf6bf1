import { invalidRequest, type RequestId, RpcError, type RpcErrorBody } from "./json-rpc.ts";

/** The statuses with which a whole request may be refused. */
export type RefusalStatus = 400 | 401 | 403 | 405 | 413 | 415 | 429 | 500 | 503;

/** An error of the whole HTTP request; `id` is that of the only message, if it was readable. */
export class Refusal extends RpcError {
  readonly status: RefusalStatus;
  readonly id: RequestId | null;
  constructor(status: RefusalStatus, body: RpcErrorBody, id: RequestId | null = null) {
    super(body);
    this.status = status;
    this.id = id;
  }
}

/** Refuses a request that holds no messages to answer. */
export function badRequest(
  message: string,
  {
    status = 400,
    code,
    id = null,
  }: { status?: RefusalStatus; code?: string; id?: RequestId | null } = {},
): Refusal {
  return new Refusal(status, invalidRequest(message, code === undefined ? {} : { code }), id);
}
