import { Worker } from "node:worker_threads";
import type { Message } from "@bufbuild/protobuf";
import { invalidArgument, unavailable } from "@quarry/domain";
import type { BodyKind, LargeBodies, LargeBody } from "../intake/large-bodies.ts";
import type { AbandonTask, DecodeAnswer, DecodeTask } from "./decode-task.ts";
import { unpackMessage } from "./message-transfer.ts";

/**
 * Bodies from this size on are decoded in the thread: below it the event loop is blocked for a few milliseconds at most,
 * and the copy to the thread and back would cost more.
 */
const FROM_BYTES = 1_048_576;

/** The thread is told of so many bytes at a time: it then reads a body as fast as it arrives. */
const ANNOUNCED_BYTES = 1_048_576;

/** A thread without work is ended after this time: what a large body made it take is given back. */
const IDLE_MS = 10_000;

interface Waiting {
  readonly typeName: string;
  readonly memory: SharedArrayBuffer;
  readonly resolve: (message: Promise<Message>) => void;
  readonly reject: (error: unknown) => void;
}

type Task = Omit<DecodeTask, "id" | "end" | "isWhole">;

/**
 * Decodes large bodies in a thread of its own, which is started by the first one. What a body may take is bounded by its
 * shape before it is parsed: a heap limit of the thread would end the whole process where V8 can't keep it. How many may
 * wait is the intake's to bound.
 */
export class DecodingThread implements LargeBodies {
  readonly fromBytes = FROM_BYTES;
  readonly #waiting = new Map<number, Waiting>();
  /** Memory of the last body, for the next: fresh memory costs a third of what copying into it does. */
  #spare: SharedArrayBuffer | undefined;
  #worker: Worker | undefined;
  #nextId = 0;
  #idle: NodeJS.Timeout | undefined;

  open(kind: BodyKind, size: number): LargeBody {
    const id = this.#nextId++;
    const task: Task = { kind, memory: this.#takeMemory(size) };
    const bytes = new Uint8Array(task.memory);
    let end = 0;
    let announced = 0;
    return {
      write: (chunk) => {
        bytes.set(chunk, end);
        end += chunk.byteLength;
        if (end - announced < ANNOUNCED_BYTES) return;
        announced = end;
        this.#post({ ...task, id, end, isWhole: false });
      },
      abandon: () => {
        if (announced > 0) this.#post({ id, isAbandoned: true });
      },
      decode: () => this.#decode({ ...task, id, end, isWhole: true }),
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }

  #decode(task: DecodeTask): Promise<Message> {
    const { id, kind, memory } = task;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { typeName: kind.typeName, memory, resolve, reject });
      this.#post(task);
    });
  }

  #post(task: DecodeTask | AbandonTask): void {
    this.#open().postMessage(task);
    this.#endWhenIdle();
  }

  #takeMemory(size: number): SharedArrayBuffer {
    const spare = this.#spare;
    if (spare === undefined || spare.byteLength < size) return new SharedArrayBuffer(size);
    this.#spare = undefined;
    return spare;
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const isSource = import.meta.url.endsWith(".ts");
    const worker = new Worker(new URL(isSource ? "./decode-worker.ts" : "./decode-worker.js", import.meta.url));
    worker.unref();
    worker.on("message", (answer: DecodeAnswer) => this.#settle(answer));
    worker.on("error", () => undefined);
    worker.on("exit", () => this.#giveUp(worker));
    this.#worker = worker;
    return worker;
  }

  #settle(answer: DecodeAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.id);
    this.#spare = waiting.memory;
    this.#endWhenIdle();
    if ("message" in answer) waiting.resolve(unpackMessage(waiting.typeName, answer.message));
    else waiting.reject("refused" in answer ? invalidArgument(answer.refused) : new Error(answer.broken));
  }

  /** A body that arrives more slowly than this is read from its beginning by the next thread. */
  #endWhenIdle(): void {
    clearTimeout(this.#idle);
    if (this.#waiting.size > 0) return;
    this.#idle = setTimeout(() => {
      const worker = this.#worker;
      this.#worker = undefined;
      this.#spare = undefined;
      void worker?.terminate();
    }, IDLE_MS);
    this.#idle.unref();
  }

  /** The thread ended: what it was given fails, the next body gets a new one. */
  #giveUp(worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(unavailable("the request body could not be read; try again"));
  }
}
