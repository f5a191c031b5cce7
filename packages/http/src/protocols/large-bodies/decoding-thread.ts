import { MessageChannel } from "node:worker_threads";
import type { Message } from "@bufbuild/protobuf";
import { invalidArgument, unavailable } from "@quarry/plugin/domain";
import { TaskPool, workerModule } from "@quarry/plugin/workers";
import type { BodyKind, LargeBodies, LargeBody } from "../intake/large-bodies.ts";
import type { BodyProgress, DecodeAnswer, DecodedBody, DecodeTask } from "./decode-task.ts";
import { noteIgnored } from "../unknown-fields/unknown-fields.ts";
import { unpackMessage } from "./message-transfer.ts";

/**
 * Minimum size of bodies that are decoded in the thread. Smaller ones block the event loop for a few milliseconds at
 * most, and copying them to the thread and back would cost more.
 */
const FROM_BYTES = 1_048_576;

/** Bytes after which the thread is notified of an arriving body, so that it reads the body as fast as it arrives. */
const ANNOUNCED_BYTES = 1_048_576;

/** Idle time after which the thread ends, which releases the memory of a large body. */
const IDLE_MS = 10_000;

/** Effectively unlimited: the intake limits how many bodies arrive at once. */
const BODIES = 10_000;

/**
 * Decodes large bodies in a separate thread, which the first one starts. The memory of a body is bounded by checking
 * its shape before parsing. A heap limit of the thread is no alternative, because V8 would end the whole process if it
 * can't enforce the limit.
 */
export class DecodingThread implements LargeBodies {
  readonly fromBytes = FROM_BYTES;
  readonly #pool = new TaskPool<DecodeTask, void>({
    module: workerModule(import.meta.url, "./decode-worker"),
    threads: 1,
    tasksPerThread: BODIES,
    idleTimeoutMs: IDLE_MS,
  });
  /** Memory of the last body, reused for the next: allocating memory costs a third as much as copying into it. */
  #spare: SharedArrayBuffer | undefined;
  #forget: NodeJS.Timeout | undefined;

  open(kind: BodyKind, size: number): LargeBody {
    const memory = this.#takeMemory(size);
    const bytes = new Uint8Array(memory);
    let end = 0;
    let announced = 0;
    let transfer: BodyTransfer | undefined;
    const notify = (progress: BodyProgress): BodyTransfer => {
      transfer ??= this.#startTransfer(kind, memory);
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

  #startTransfer(kind: BodyKind, memory: SharedArrayBuffer): BodyTransfer {
    const { port1, port2 } = new MessageChannel();
    const { promise, resolve, reject } = Promise.withResolvers<Message>();
    // Not awaited if the body is abandoned before it is complete.
    promise.catch(() => undefined);
    port1.on("message", (answer: DecodeAnswer) => {
      this.#retainMemory(memory);
      if ("message" in answer) resolve(unpacked(kind, answer));
      else reject("refused" in answer ? invalidArgument(answer.refused) : new Error(answer.broken));
    });
    // The thread ended: its bodies fail, and the next body starts a new thread.
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

/** Body that was handed to the thread. */
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
