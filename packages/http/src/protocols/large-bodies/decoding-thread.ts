import { MessageChannel } from "node:worker_threads";
import type { Message } from "@bufbuild/protobuf";
import { invalidArgument, unavailable } from "@quarry/plugin/domain";
import { TaskPool, workerModule } from "@quarry/plugin/workers";
import type { BodyKind, LargeBodies, LargeBody } from "../intake/large-bodies.ts";
import type { BodyProgress, DecodeAnswer, DecodedBody, DecodeTask } from "./decode-task.ts";
import { noteIgnored } from "../unknown-fields/unknown-fields.ts";
import { unpackMessage } from "./message-transfer.ts";

/**
 * Bodies from this size on are decoded in the thread: below it the event loop is blocked for a few milliseconds at most,
 * and the copy to the thread and back would cost more.
 */
const FROM_BYTES = 1_048_576;

/** Bytes after which the thread is notified of an arriving body: it then reads the body as fast as it arrives. */
const ANNOUNCED_BYTES = 1_048_576;

/** A thread without work is ended after this time: what a large body made it take is given back. */
const IDLE_MS = 10_000;

/** No limit of its own: the intake limits how many bodies arrive at once. */
const BODIES = 10_000;

/**
 * Decodes large bodies in a thread of its own, which is started by the first one. What a body may take is bounded by its
 * shape before it is parsed: a heap limit of the thread would end the whole process where V8 can't keep it.
 */
export class DecodingThread implements LargeBodies {
  readonly fromBytes = FROM_BYTES;
  readonly #pool = new TaskPool<DecodeTask, void>({
    module: workerModule(import.meta.url, "./decode-worker"),
    threads: 1,
    tasksPerThread: BODIES,
    idleTimeoutMs: IDLE_MS,
  });
  /** Memory of the last body, for the next: fresh memory costs a third of what copying into it does. */
  #spare: SharedArrayBuffer | undefined;
  #forget: NodeJS.Timeout | undefined;

  open(kind: BodyKind, size: number): LargeBody {
    const memory = this.#takeMemory(size);
    const bytes = new Uint8Array(memory);
    let end = 0;
    let announced = 0;
    let transfer: BodyTransfer | undefined;
    const notify = (progress: BodyProgress): BodyTransfer => {
      transfer ??= this.#give(kind, memory);
      transfer.notify(progress);
      return transfer;
    };
    return {
      write: (chunk) => {
        bytes.set(chunk, end);
        end += chunk.byteLength;
        if (end - announced < ANNOUNCED_BYTES) return;
        announced = end;
        notify({ end, isWhole: false });
      },
      abandon: () => transfer?.abandon(),
      decode: () => notify({ end, isWhole: true }).message,
    };
  }

  close(): Promise<void> {
    clearTimeout(this.#forget);
    return this.#pool.close();
  }

  #give(kind: BodyKind, memory: SharedArrayBuffer): BodyTransfer {
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    // Nobody awaits it after a body was abandoned before it was complete.
    promise.catch(() => undefined);
    port1.on("message", (answer: DecodeAnswer) => {
      this.#retainMemory(memory);
      if ("message" in answer) resolve(unpacked(kind, answer));
      else reject("refused" in answer ? invalidArgument(answer.refused) : new Error(answer.broken));
    });
    // The thread ended: what it was given fails, the next body gets a new one.
    this.#pool.run({ kind, memory, port: port2 }, { transfer: [port2] }).catch(() => {
      port1.close();
      reject(unavailable("the request body could not be read; try again"));
    });
    return { message: promise, notify: (progress) => port1.postMessage(progress), abandon: () => port1.close() };
  }

  #takeMemory(size: number): SharedArrayBuffer {
    const spare = this.#spare;
    if (spare === undefined || spare.byteLength < size) return new SharedArrayBuffer(size);
    this.#spare = undefined;
    return spare;
  }

  #retainMemory(memory: SharedArrayBuffer): void {
    this.#spare = memory;
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => (this.#spare = undefined), IDLE_MS).unref();
  }
}

/** A body that the thread has. */
interface BodyTransfer {
  readonly message: Promise<Message>;
  notify(progress: BodyProgress): void;
  abandon(): void;
}

const unpacked = async ({ typeName }: BodyKind, { message: moved, ignored }: DecodedBody): Promise<Message> => {
  const message = await unpackMessage(typeName, moved);
  noteIgnored(message, ignored);
  return message;
};
