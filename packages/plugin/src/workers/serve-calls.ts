import { parentPort, receiveMessageOnPort, type Transferable, workerData } from "node:worker_threads";
import {
  type CallFailure,
  type CallMessage,
  CLOSE,
  type FromThread,
  type Reply,
  type ToThread,
} from "./channel-messages.ts";
import { type Checkpoint, GivenUp, AbandonedCalls } from "./abandoned-calls.ts";

/** Result whose buffers are transferred to the other thread instead of being copied. */
export class Transferred<Value> {
  readonly value: Value;
  readonly buffers: readonly Transferable[];

  constructor(value: Value, buffers: readonly Transferable[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

/** Received call; it must be answered exactly once. */
export interface ReceivedCall {
  readonly call: number;
  readonly method: string;
  readonly parameters: unknown;
  /** Throws `GivenUp` if no caller waits for the answer any more. */
  readonly checkpoint: Checkpoint;
  /**
   * Notifies the caller's thread that the answer waits for another thread: this thread is free for the next call
   * meanwhile.
   */
  wait(): void;
  answer(value: unknown): void;
  fail(error: unknown): void;
}

export interface ServeOptions {
  /** Receives all calls that have arrived, in order. */
  readonly receive: (calls: readonly ReceivedCall[]) => void;
  /** Returns the failure that is sent to the caller for an error. */
  readonly toFailure: (error: unknown, call: ReceivedCall) => CallFailure;
  /** Returns the error for a question that failed. Default: an `Error` with its message. */
  readonly failed?: (failure: CallFailure) => Error;
  /** Runs when all calls are answered and the thread must end. */
  readonly close?: () => void;
}

/** Side of a `ThreadChannel` inside its thread. */
export interface ServedChannel {
  /** Whether the thread must end: only earlier calls are left to do. */
  readonly isClosing: boolean;
  /** Sends the pending answers now. Otherwise they are sent in a microtask. */
  flush(): void;
  /** Sends a question to the parent thread and returns its answer. */
  ask(question: unknown): Promise<unknown>;
}

/** Answers the calls of a `ThreadChannel` from inside its thread. */
export const serveCalls = ({ receive, toFailure, failed, close }: ServeOptions): ServedChannel => {
  const port = parentPort!;
  const abandoned = new AbandonedCalls((workerData as { readonly givenUp: SharedArrayBuffer }).givenUp);
  const requested = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }
  >();
  let replies: Reply[] = [];
  let unanswered = 0;
  let lastQuestion = 0;
  let isClosing = false;
  let isEnded = false;

  const post = (message: FromThread, transfer: readonly Transferable[] = []): void =>
    port.postMessage(message, [...transfer]);

  const flush = (): void => {
    if (replies.length === 1) post(replies[0]!);
    else if (replies.length > 1) post(replies);
    replies = [];
  };

  const endIfDone = (): void => {
    if (!isClosing || isEnded || unanswered > 0) return;
    isEnded = true;
    close?.();
    flush();
    port.close();
  };

  /** Answers a call. Calls that end together, such as the writes of one commit, are answered in one message. */
  const reply = (message: Reply): void => {
    if (message.call === 0) return;
    replies.push(message);
    if (replies.length === 1) queueMicrotask(flush);
    unanswered -= 1;
    endIfDone();
  };

  const received = ({ call, method, parameters }: CallMessage): ReceivedCall => {
    if (call !== 0) unanswered += 1;
    const arrived: ReceivedCall = {
      call,
      method,
      parameters,
      checkpoint: () => {
        if (call !== 0 && abandoned.has(call)) throw new GivenUp();
      },
      wait: () => post({ waiting: call }),
      answer: (value) => {
        if (!(value instanceof Transferred)) return reply({ call, value });
        post({ call, value: value.value }, value.buffers);
        unanswered -= 1;
        endIfDone();
      },
      fail: (error) => {
        // Only these fields of an error are sent.
        const { reason, message } = toFailure(error, arrived);
        reply({ call, failure: { reason, message } });
      },
    };
    return arrived;
  };

  const settle = (answer: Reply): void => {
    const question = requested.get(answer.call);
    requested.delete(answer.call);
    if (!("failure" in answer)) question?.resolve(answer.value);
    else question?.reject(failed?.(answer.failure) ?? new Error(answer.failure.message));
  };

  port.on("message", (first: ToThread) => {
    const calls: ReceivedCall[] = [];
    const take = (message: ToThread): void => {
      if (message === CLOSE) isClosing = true;
      else if ("answer" in message) settle(message.answer);
      else if ("method" in message) calls.push(received(message));
      else calls.push(...message.map(received));
    };
    take(first);
    // Messages that arrived while the previous calls were answered.
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      take(next.message as ToThread);
    }
    if (calls.length > 0) receive(calls);
    endIfDone();
  });

  return {
    get isClosing() {
      return isClosing;
    },
    flush,
    ask: (value) =>
      new Promise((resolve, reject) => {
        const question = ++lastQuestion;
        requested.set(question, { resolve, reject });
        post({ question, value });
      }),
  };
};
