import { createContextKey, type HandlerContext } from "@connectrpc/connect";
import type { CallContext, Principal } from "../../rpc/handler.ts";
import type { AnswerReceipt } from "../call/answer-budget.ts";
import type { HttpCall } from "../http/http-call.ts";

/** Context key that passes the HTTP request, with the caller that the gate identified, to the handler. */
export const httpCallKey = createContextKey<HttpCall | undefined>(undefined, { description: "HTTP call" });

/** Returns the HTTP request of a call. */
export function httpCallOf(context: HandlerContext): HttpCall {
  const call = context.values.get(httpCallKey);
  if (call === undefined) throw new Error("a Connect call without its HTTP request");
  return call;
}

/** Adapts a Connect call to the context that handlers use. */
export class ConnectCall implements CallContext {
  readonly principal: Principal | undefined;
  readonly requestId: string;
  readonly responseHeaders = new Map<string, string>();
  status?: number;
  readonly #context: HandlerContext;

  constructor(context: HandlerContext) {
    this.#context = context;
    const { principal, requestId } = httpCallOf(context);
    this.principal = principal;
    this.requestId = requestId;
  }

  get signal(): AbortSignal {
    return this.#context.signal;
  }

  get answer(): AnswerReceipt {
    return httpCallOf(this.#context).answer;
  }

  header(name: string): string | undefined {
    return this.#context.requestHeader.get(name) ?? undefined;
  }

  /** Copies the headers that the handler added to the answer. A stream calls it before its first message. */
  sendHeaders(): void {
    for (const [name, value] of this.responseHeaders) this.#context.responseHeader.set(name, value);
  }
}
