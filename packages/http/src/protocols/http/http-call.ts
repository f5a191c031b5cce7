import type { IncomingMessage, ServerResponse } from "node:http";
import type { CallContext, Principal } from "../../rpc/handler.ts";
import { AnswerBudget, type AnswerReceipt } from "../call/answer-budget.ts";
import type { Failure } from "../call/failure.ts";
import type { FailureWriter } from "../call/failure-writer.ts";
import { isReceiverGone } from "./receiver.ts";

/**
 * One HTTP request with its answer, and the context that its handler sees. What costs (signal, header map) is made on
 * first use, because most calls need neither. HTTP/2 requests come in the same shape, through Node's compatibility API.
 */
export class HttpCall implements CallContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  principal: Principal | undefined;
  status?: number;
  /** The template of the route that answers, for logs and metrics; the request's own path has no bound. */
  route: string | undefined;
  /** Whether the session of the console that let the call in still holds; undefined where a key did. */
  isOpen: (() => boolean) | undefined;
  /** Error that the caller got instead of an answer. */
  failure: Failure | undefined;
  /** Writes the body of a failure, where the path's routes have one of their own. */
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

  /** The headers that the handler added; undefined when it added none. */
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

  /** Whether the caller is gone, so that nothing can be sent any more. */
  get isGone(): boolean {
    return isReceiverGone(this.response);
  }

  /** Tells a handler that still works on the call that its result is not wanted any more. */
  abort(): void {
    this.#isAborted = true;
    this.#abort?.abort(callEnded());
  }

  #openAnswer(): AnswerReceipt {
    const answer = this.#answers.open(this.principal?.name);
    if (this.isGone) answer.release();
    else this.response.once("close", () => answer.release());
    return answer;
  }

  #startAbort(): AbortController {
    const controller = new AbortController();
    const stop = () => {
      if (!this.response.writableFinished) controller.abort(callEnded());
    };
    if (this.#isAborted || this.isGone) controller.abort(callEnded());
    else this.response.once("close", stop);
    return controller;
  }
}

const callEnded = (): Error => new DOMException("the call has ended", "AbortError");

/** The caller left before its request was complete; there is no one to answer. */
export class CallerLeft extends Error {
  constructor() {
    super("the caller left before the request was complete");
  }
}
