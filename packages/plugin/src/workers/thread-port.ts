import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { CallFailure, CallMessage, Reply, ThreadMethods } from "./channel-messages.ts";
import { GivenUp, AbandonedCalls } from "./abandoned-calls.ts";
import { type ReceivedCall, type ServeOptions, Transferred } from "./serve-calls.ts";

/** First message of the calling side: shared memory in which it marks its abandoned calls. */
interface Hello {
  readonly givenUp: SharedArrayBuffer;
}

/** Call from one thread to another, made to serve a call that the calling thread received itself. */
interface PortCall extends CallMessage {
  readonly madeFor: number;
}

/** Error of a call over a port: the other thread reported it, or (`ended`) has ended. */
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

/** Calls into a thread that another thread started, over a port to it (`servePort`). Rejects with a `PortFailure`. */
export class ThreadPort<Methods extends ThreadMethods<Methods>> {
  readonly #port: MessagePort;
  readonly #pending = new Map<number, Pending>();
  #lastCall = 0;
  #isOpen = true;

  /** Opens the port. `givenUp` is from the `workerData` of the calling thread. */
  constructor(port: MessagePort, givenUp: SharedArrayBuffer) {
    this.#port = port;
    port.on("message", (reply: Reply) => this.#settle(reply));
    port.on("close", () => this.#lose());
    // A thread without calls can end.
    port.unref();
    port.postMessage({ givenUp } satisfies Hello);
  }

  /** Whether the other thread still runs. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Calls a method. `madeFor` is the number of the call that needs the answer; if that call is abandoned, this one is
   * too.
   */
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

/** Answers the calls that arrive over a port, as `serveCalls` does for those of the parent thread. */
export const servePort = (
  port: MessagePort,
  { receive, toFailure }: Pick<ServeOptions, "receive" | "toFailure">,
): void => {
  let abandoned: AbandonedCalls | undefined;
  const received = ({ call, method, parameters, madeFor }: PortCall): ReceivedCall => {
    const arrived: ReceivedCall = {
      call,
      method,
      parameters,
      checkpoint: () => {
        if (abandoned?.has(madeFor) === true) throw new GivenUp();
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
      if ("givenUp" in message) abandoned = new AbandonedCalls(message.givenUp);
      else calls.push(received(message));
    };
    take(first);
    // Messages that arrived while the previous calls were answered.
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      take(next.message as Hello | PortCall);
    }
    if (calls.length > 0) receive(calls);
  });
  port.unref();
};
