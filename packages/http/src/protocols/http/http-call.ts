import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallContext, Principal } from "../../rpc/handler.ts";
import { AnswerBudget, type AnswerReceipt } from "../call/answer-budget.ts";
import type { Failure } from "../call/failure.ts";
import type { FailureWriter } from "../call/failure-writer.ts";
import { isReceiverClosed } from "./receiver.ts";

/**
 * HTTP request with its answer, and the context for its handler. Expensive members (signal, header map) are created on
 * first use, because most calls need neither. HTTP/2 requests have the same form, through Node's compatibility API.
 */
export class HttpCall implements CallContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  principal: Principal | undefined;
  status?: number;
  /** Template of the matched route, for logs and metrics; the request's own path is unbounded. */
  route: string | undefined;
  /** Whether the console session that authenticated the call is still valid; undefined if a key authenticated it. */
  isOpen: (() => boolean) | undefined;
  /** Error that was sent instead of an answer. */
  failure: Failure | undefined;
  /** Writes the body of a failure, if the path's routes have a format of their own. */
  failureWriter: FailureWriter | undefined;
  #isAborted = false;
  #abort: AbortController | undefined;
  #responseHeaders: Map<string, string> | undefined;
  readonly #answers: AnswerBudget;
  #answer: AnswerReceipt | undefined;

  constructor(request: IncomingMessage, response: ServerResponse, requestId: string, answers = new AnswerBudget()) {
    this.request = request;
    this.response = response;
    this.requestId = requestId;
    this.#answers = answers;
  }

  get isOfConsole(): boolean {
    return this.isOpen !== undefined;
  }

  get signal(): AbortSignal {
    return (this.#abort ??= this.#startAbort()).signal;
  }

  get answer(): AnswerReceipt {
    return (this.#answer ??= this.#openAnswer());
  }

  get responseHeaders(): Map<string, string> {
    return (this.#responseHeaders ??= new Map());
  }

  /** Headers that the handler added; undefined if it added none. */
  get addedHeaders(): ReadonlyMap<string, string> | undefined {
    return this.#responseHeaders;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === "string" ? value : value?.join(", ");
  }

  get isHead(): boolean {
    return this.request.method === "HEAD";
  }

  /** Whether the caller has disconnected, so nothing can be sent any more. */
  get isDisconnected(): boolean {
    return isReceiverClosed(this.response);
  }

  /** Signals a handler that is still running that its result is no longer needed. */
  abort(): void {
    this.#isAborted = true;
    this.#abort?.abort(callEnded());
  }

  #openAnswer(): AnswerReceipt {
    const answer = this.#answers.open(this.principal?.name);
    if (this.isDisconnected) answer.release();
    else this.response.once("close", () => answer.release());
    return answer;
  }

  #startAbort(): AbortController {
    const controller = new AbortController();
    const stop = () => {
      if (!this.response.writableFinished) controller.abort(callEnded());
    };
    if (this.#isAborted || this.isDisconnected) controller.abort(callEnded());
    else this.response.once("close", stop);
    return controller;
  }
}

const callEnded = (): Error => new DOMException("the call has ended", "AbortError");

/** Thrown when the caller disconnected before its request was complete; there is no one to answer. */
export class CallerDisconnected extends Error {
  constructor() {
    super("the caller disconnected before the request was complete");
  }
}
