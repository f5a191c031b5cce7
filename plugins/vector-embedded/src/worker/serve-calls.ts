import { type MessagePort, parentPort, receiveMessageOnPort } from "node:worker_threads";
import { toFailureMessage } from "../store-failure.ts";
import type { WorkerReply, WorkerRequest } from "./worker-messages.ts";

/** A result whose buffers move to the other thread instead of being copied. */
export class Transferred<Value> {
  readonly value: Value;
  readonly buffers: readonly ArrayBuffer[];

  constructor(value: Value, buffers: readonly ArrayBuffer[]) {
    this.value = value;
    this.buffers = buffers;
  }
}

type Handler = (parameters: never) => unknown;

/** A call that several callers may make at once, better answered together than one by one. */
export interface SharedCall {
  readonly method: string;
  /** Results in the order of the calls. When it throws, each call is answered by itself. */
  readonly run: (parameters: readonly never[]) => readonly unknown[];
  /** Methods that no call may overtake. */
  readonly barriers: ReadonlySet<string>;
}

/** What ends a worker, and what it does about a collection whose file is found damaged. */
export interface WorkerEnds {
  /** Runs last and lets the worker end. */
  readonly close: () => void;
  /** Lets go of the file: it may be put back. */
  readonly onDamage: (collection: string) => void;
}

/** Answers the calls of a `WorkerChannel` from inside the worker. */
export const serveCalls = (
  handlers: Readonly<Record<string, Handler>>,
  { close, onDamage }: WorkerEnds,
  shared?: SharedCall,
): void => {
  const port = parentPort!;
  let replies: WorkerReply[] = [];
  const sendReplies = (): void => {
    if (replies.length === 1) port.postMessage(replies[0]);
    else if (replies.length > 1) port.postMessage(replies);
    replies = [];
  };
  /** What ends together, as the writes of one commit do, is answered in one message. */
  const reply = (message: WorkerReply): void => {
    replies.push(message);
    if (replies.length === 1) queueMicrotask(sendReplies);
  };

  const answer = async ({ call, method, parameters }: WorkerRequest): Promise<void> => {
    try {
      if (method === "close") {
        close();
        reply({ call, value: undefined });
        sendReplies();
        port.close();
        return;
      }
      const result = handlers[method]!(parameters as never);
      const value = result instanceof Promise ? await result : result;
      if (value instanceof Transferred) port.postMessage({ call, value: value.value }, [...value.buffers]);
      else reply({ call, value });
    } catch (error) {
      const collection = collectionOf(parameters);
      const failure = toFailureMessage(error, collection);
      if (failure.reason === "damaged" && collection !== undefined) onDamage(collection);
      reply({ call, failure });
    }
  };

  const answerTogether = ({ run }: SharedCall, calls: readonly WorkerRequest[]): void => {
    try {
      const values = run(calls.map(({ parameters }) => parameters as never));
      for (const [index, { call }] of calls.entries()) reply({ call, value: values[index] });
    } catch {
      for (const call of calls) void answer(call);
    }
  };

  port.on("message", (first: WorkerRequest | WorkerRequest[]) => {
    if (shared === undefined) return void requestsOf(first).forEach((request) => void answer(request));
    // All that came while the last call was answered.
    const waiting = [...requestsOf(first), ...waitingMessages(port)];
    while (waiting.length > 0) {
      const call = waiting.shift()!;
      const alike = call.method === shared.method ? takeAlike(waiting, shared) : [];
      if (alike.length === 0) void answer(call);
      else answerTogether(shared, [call, ...alike]);
    }
  });
};

const collectionOf = (parameters: unknown): string | undefined => {
  const collection = (parameters as { readonly collection?: unknown } | undefined)?.collection;
  return typeof collection === "string" ? collection : undefined;
};

function* waitingMessages(port: MessagePort): Iterable<WorkerRequest> {
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    yield* requestsOf(next.message as WorkerRequest | WorkerRequest[]);
  }
}

const requestsOf = (message: WorkerRequest | WorkerRequest[]): readonly WorkerRequest[] =>
  Array.isArray(message) ? message : [message];

/** Takes out the calls of the shared method that overtake nothing they must not. */
const takeAlike = (waiting: WorkerRequest[], { method, barriers }: SharedCall): readonly WorkerRequest[] => {
  const barrier = waiting.findIndex((call) => barriers.has(call.method));
  const end = barrier < 0 ? waiting.length : barrier;
  const before = waiting.splice(0, end);
  waiting.unshift(...before.filter((call) => call.method !== method));
  return before.filter((call) => call.method === method);
};
