import { parentPort } from "node:worker_threads";
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

/** Answers the calls of a `WorkerChannel` from inside the worker. `close` runs last and lets the worker end. */
export const serveCalls = (handlers: Readonly<Record<string, Handler>>, close: () => void): void => {
  const port = parentPort!;
  const reply = (message: WorkerReply, buffers: readonly ArrayBuffer[] = []): void =>
    port.postMessage(message, [...buffers]);

  port.on("message", async ({ call, method, parameters }: WorkerRequest) => {
    try {
      if (method === "close") {
        close();
        reply({ call, value: undefined });
        port.close();
        return;
      }
      const result = handlers[method]!(parameters as never);
      const value = result instanceof Promise ? await result : result;
      if (value instanceof Transferred) reply({ call, value: value.value }, value.buffers);
      else reply({ call, value });
    } catch (error) {
      reply({ call, failure: toFailureMessage(error) });
    }
  });
};
