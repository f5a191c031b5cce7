import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { CallFailure, CallMessage, Reply, ThreadMethods } from "./channel-messages.ts";
import { GivenUp, AbandonedCalls } from "./abandoned-calls.ts";
import { type ReceivedCall, type ServeOptions, Transferred } from "./serve-calls.ts";

/** The first message of the asking side: where it is noted which calls of its own nobody waits for any more. */
interface Hello {
  readonly givenUp: SharedArrayBuffer;
}

/** A call of one thread to another, made for a call that the asking thread got itself. */
interface PortCall extends CallMessage {
  readonly madeFor: number;
}

/** Why a call over a port has no answer: the other thread said so, or (`ended`) is not there any more. */
export class PortFailure extends Error {
  override readonly name = "PortFailure";
  readonly reason: string;

  constructor({ reason, message }: CallFailure) {
    super(message);
    this.reason = reason;
  }
}

interface Pending {
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

/** Calls into a thread that another one started, over a port to it (`servePort`). Rejects with a `PortFailure`. */
export class ThreadPort<Methods extends ThreadMethods<Methods>> {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, Pending>();
  #lastCall = 0;
  #isOpen = true;

  /** `givenUp`: of the thread that asks, from its `workerData`. */
  constructor(port: MessagePort, givenUp: SharedArrayBuffer) {
    this.#port = port;
    port.on("message", (reply: Reply) => this.#settle(reply));
    port.on("close", () => this.#lose());
    // A thread without calls may end.
    port.unref();
    port.postMessage({ givenUp } satisfies Hello);
  }

  /** False once the other thread ended. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** `madeFor`: the number of the call that needs the answer; when nobody waits for that one, this one is given up too. */
  call<Name extends keyof Methods & string>(
    method: Name,
    parameters: Parameters<Methods[Name]>[0],
    madeFor: number,
  ): Promise<Awaited<ReturnType<Methods[Name]>>> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) return reject(ended());
      const call = ++this.#lastCall;
      this.#pending.set(call, { resolve, reject });
      this.#port.postMessage({ call, method, parameters, madeFor } satisfies PortCall);
    });
  }

  #settle(reply: Reply): void {
    const pending = this.#pending.get(reply.call);
    this.#pending.delete(reply.call);
    if ("failure" in reply) pending?.reject(new PortFailure(reply.failure));
    else pending?.resolve(reply.value as never);
  }

  #lose(): void {
    this.#isOpen = false;
    for (const { reject } of this.#pending.values()) reject(ended());
    this.#pending.clear();
  }
}

const ended = (): PortFailure => new PortFailure({ reason: "ended", message: "the other thread ended" });

/** Answers the calls that come over a port, as `serveCalls` does those of the thread that started this one. */
export const servePort = (
  port: MessagePort,
  { receive, toFailure }: Pick<ServeOptions, "receive" | "toFailure">,
): void => {
  let givenUp: AbandonedCalls | undefined;
  const received = ({ call, method, parameters, madeFor }: PortCall): ReceivedCall => {
    const arrived: ReceivedCall = {
      call,
      method,
      parameters,
      checkpoint: () => {
        if (givenUp?.has(madeFor) === true) throw new GivenUp();
      },
      wait: () => {},
      answer: (value) =>
        value instanceof Transferred
          ? port.postMessage({ call, value: value.value } satisfies Reply, [...value.buffers])
          : port.postMessage({ call, value } satisfies Reply),
      fail: (error) => {
        const { reason, message } = toFailure(error, arrived);
        port.postMessage({ call, failure: { reason, message } } satisfies Reply);
      },
    };
    return arrived;
  };
  port.on("message", (first: Hello | PortCall) => {
    const calls: ReceivedCall[] = [];
    const take = (message: Hello | PortCall): void => {
      if ("givenUp" in message) givenUp = new AbandonedCalls(message.givenUp);
      else calls.push(received(message));
    };
    take(first);
    // All that came while the last calls were answered.
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      take(next.message as Hello | PortCall);
    }
    if (calls.length > 0) receive(calls);
  });
  port.unref();
};
