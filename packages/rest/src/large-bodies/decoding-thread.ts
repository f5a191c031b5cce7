import { Worker } from "node:worker_threads";
import { fromBinary, type Message } from "@bufbuild/protobuf";
import { invalidArgument, unavailable } from "@quarry/domain";
import type { LargeBodies } from "../rest/request-reader.ts";
import type { DecodeAnswer, DecodeTask } from "./decode-task.ts";
import { messageNamed } from "./message-named.ts";

/**
 * Bodies from this size on are decoded in the thread: below it the event loop is blocked for a few milliseconds at most,
 * and the copy to the thread and back would cost more.
 */
const FROM_BYTES = 1_048_576;

interface Waiting {
  readonly typeName: string;
  readonly resolve: (message: Message) => void;
  readonly reject: (error: unknown) => void;
}

/** Decodes large JSON bodies in a thread of its own, which is started by the first one. */
export class DecodingThread implements LargeBodies {
  readonly fromBytes = FROM_BYTES;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #nextId = 0;

  decode(typeName: string, bytes: Uint8Array, pathFields: readonly string[]): Promise<Message> {
    const task: DecodeTask = { id: this.#nextId++, typeName, bytes, pathFields };
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.id, { typeName, resolve, reject });
      this.#open().postMessage(task, transferable(bytes));
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const isSource = import.meta.url.endsWith(".ts");
    const worker = new Worker(new URL(isSource ? "./decode-worker.ts" : "./decode-worker.js", import.meta.url), {
      // Test runners start threads without the condition that finds the sources.
      ...(isSource && { execArgv: ["--conditions=@quarry/source"] }),
    });
    worker.unref();
    worker.on("message", (answer: DecodeAnswer) => this.#settle(answer));
    worker.on("error", () => undefined);
    worker.on("exit", () => this.#giveUp(worker));
    this.#worker = worker;
    return worker;
  }

  #settle(answer: DecodeAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if (waiting === undefined) return;
    if ("binary" in answer) waiting.resolve(fromBinary(messageNamed(waiting.typeName), answer.binary));
    else waiting.reject("refused" in answer ? invalidArgument(answer.refused) : new Error(answer.broken));
  }

  /** The thread ended (out of memory, say): what it was given fails, the next body gets a new one. */
  #giveUp(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(unavailable("the request body could not be read; try again"));
  }
}

/** Memory that belongs to the body alone moves; small bodies share a pool, which must stay. */
const transferable = (bytes: Uint8Array): ArrayBuffer[] =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
