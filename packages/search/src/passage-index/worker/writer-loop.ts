import { type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import { SpaceUpkeep } from "@quarry/plugin/sqlite";
import { PassageIndexError } from "../passage-index-error.ts";
import type { Passage } from "../passage.ts";
import { CLOSE, type Envelope, type Reply, type WriteOperation } from "../protocol.ts";
import type { DataOperation } from "../sqlite/collection-writer.ts";
import { toFileError, toPassageIndexError } from "../sqlite/sqlite-failure.ts";
import type { CollectionWriters } from "./collection-writers.ts";

/** Passages after which a transaction takes no further operation: bounds memory and what others wait. */
const PASSAGES_PER_TRANSACTION = 2_048;
/** Milliseconds of background work between two transactions. */
const MAINTENANCE_SLICE_MS = 15;

type WriteEnvelope = Envelope<WriteOperation>;
type DataEnvelope = Envelope<DataOperation>;
type Message = WriteEnvelope | WriteEnvelope[] | typeof CLOSE;

/**
 * Takes what has arrived while the last commit ran and commits it together, collection by collection. Background work
 * is done in between, and when there is nothing else to do.
 */
export class WriterLoop {
  readonly #port: MessagePort;
  readonly #writers: CollectionWriters;
  readonly #space: SpaceUpkeep;
  readonly #queue: WriteEnvelope[] = [];
  readonly #uploads = new Map<number, Passage[]>();
  #isScheduled = false;
  #isClosing = false;

  constructor(port: MessagePort, writers: CollectionWriters) {
    this.#port = port;
    this.#writers = writers;
    this.#space = new SpaceUpkeep(() => writers.spaces());
  }

  start(): void {
    this.#port.on("message", (message: Message) => {
      this.#receive(message);
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port)) {
      this.#receive(next.message as Message);
    }
    this.#runNext();
    if (this.#isClosing && this.#queue.length === 0) {
      this.#writers.closeAll();
      this.#port.close();
      return;
    }
    const hasMaintenance = !this.#isClosing && this.#writers.maintain(MAINTENANCE_SLICE_MS);
    if (this.#queue.length > 0 || hasMaintenance) this.#schedule();
    this.#space.wake();
  }

  #receive(message: Message): void {
    if (message === CLOSE) {
      this.#isClosing = true;
      return;
    }
    if (Array.isArray(message)) for (const envelope of message) this.#take(envelope);
    else this.#take(message);
  }

  #take(message: WriteEnvelope): void {
    const { operation } = message;
    if (operation.kind !== "put" || operation.upload === undefined) {
      this.#queue.push(message);
      return;
    }
    const { number, offset, isLast } = operation.upload;
    const passages = this.#uploads.get(number) ?? [];
    // A part is missing when the thread that got it has died.
    if (passages.length !== offset) {
      if (isLast) this.#fail([message], lostPart());
      return;
    }
    passages.push(...operation.passages);
    if (!isLast) this.#uploads.set(number, passages);
    else {
      this.#uploads.delete(number);
      const { completes } = operation;
      this.#queue.push({ ...message, operation: { kind: "put", passages, completes } });
    }
  }

  #runNext(): void {
    const [head] = this.#queue;
    if (head === undefined) return;
    if (isData(head)) return this.#runTogether(this.#takeGroup(head.collectionId));
    this.#queue.shift();
    try {
      this.#succeed(head, this.#runAlone(head));
    } catch (error) {
      this.#fail([head], error);
    }
  }

  /** The next operations on the data of one collection, up to one that must run alone. */
  #takeGroup(collectionId: string): DataEnvelope[] {
    const group: DataEnvelope[] = [];
    let passages = 0;
    for (let index = 0; index < this.#queue.length && passages < PASSAGES_PER_TRANSACTION;) {
      const envelope = this.#queue[index]!;
      if (envelope.collectionId !== collectionId) {
        index++;
        continue;
      }
      if (!isData(envelope)) break;
      group.push(envelope);
      this.#queue.splice(index, 1);
      if (envelope.operation.kind === "put") passages += envelope.operation.passages.length;
    }
    return group;
  }

  #runTogether(group: readonly DataEnvelope[]): void {
    const { collectionId } = group[0]!;
    try {
      const answers = this.#writers.run(
        collectionId,
        group.map(({ operation }) => operation),
      );
      const replies = group.map(({ id }, index): Reply => ({ id, ok: true, value: answers[index] }));
      this.#port.postMessage(replies);
    } catch (error) {
      this.#writers.release(collectionId);
      // One operation that can't be carried out must not fail those that happened to come with it.
      if (group.length > 1 && toPassageIndexError(error).reason === "internal") {
        for (const envelope of group) this.#runTogether([envelope]);
      } else this.#fail(group, error);
    }
  }

  #runAlone({ collectionId, operation }: WriteEnvelope): unknown {
    if (operation.kind === "open") return this.#writers.open(collectionId);
    if (operation.kind === "ensure") this.#writers.ensure(collectionId);
    else if (operation.kind === "drop") this.#writers.drop(collectionId);
    return undefined;
  }

  #succeed({ id }: WriteEnvelope, value: unknown): void {
    this.#port.postMessage({ id, ok: true, value } satisfies Reply);
  }

  #fail(envelopes: readonly WriteEnvelope[], error: unknown): void {
    const { reason, message } = toFileError(envelopes[0]!.collectionId, error);
    this.#port.postMessage(envelopes.map(({ id }): Reply => ({ id, ok: false, reason, message })));
  }
}

const isData = (envelope: WriteEnvelope): envelope is DataEnvelope =>
  envelope.operation.kind !== "open" && envelope.operation.kind !== "ensure" && envelope.operation.kind !== "drop";

const lostPart = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "a part of the passages was lost with its worker thread" });
