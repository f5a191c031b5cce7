import { SpaceUpkeep } from "@quarry/plugin/sqlite";
import { type ReceivedCall, serveCalls, type ServedChannel } from "@quarry/plugin/workers/inside";
import { PassageIndexError } from "../passages/passage-index-error.ts";
import type { Passage } from "../passages/passage.ts";
import type { Asked, WriteOperation } from "../passages/protocol.ts";
import type { DataOperation } from "../storage/collection-writer.ts";
import { toCallFailure, toPassageIndexError } from "../storage/sqlite-failure.ts";
import type { CollectionWriters } from "./collection-writers.ts";

/** Passages after which a transaction takes no further operation: bounds memory and what others wait. */
const PASSAGES_PER_TRANSACTION = 2_048;
/** Milliseconds of background work between two transactions. */
const MAINTENANCE_SLICE_MS = 15;

interface QueuedWrite<Operation = WriteOperation> extends Asked<Operation> {
  readonly call: ReceivedCall;
}

type QueuedData = QueuedWrite<DataOperation>;

/**
 * Takes what has arrived while the last commit ran and commits it together, collection by collection. Background work
 * is done in between, and when there is nothing else to do.
 */
export class WriterLoop {
  readonly #writers: CollectionWriters;
  readonly #space: SpaceUpkeep;
  readonly #queue: QueuedWrite[] = [];
  readonly #uploads = new Map<number, Passage[]>();
  #channel: ServedChannel | undefined;
  #isScheduled = false;

  constructor(writers: CollectionWriters) {
    this.#writers = writers;
    this.#space = new SpaceUpkeep(() => writers.spaces());
  }

  start(): void {
    this.#channel = serveCalls({
      receive: (calls) => {
        for (const call of calls) this.#take(call);
        this.#schedule();
      },
      toFailure: toCallFailure,
      close: () => this.#writers.closeAll(),
    });
  }

  /** In a turn of its own: what arrives while the last commit runs is received first. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isScheduled = false;
    this.#runNext();
    // Before anything else is done: somebody waits for them.
    this.#channel?.flush();
    const hasMaintenance = this.#channel?.isClosing === false && this.#writers.maintain(MAINTENANCE_SLICE_MS);
    if (this.#queue.length > 0 || hasMaintenance) this.#schedule();
    this.#space.wake();
  }

  #take(call: ReceivedCall): void {
    const { collectionId, operation } = call.parameters as Asked<WriteOperation>;
    if (operation.kind !== "put" || operation.upload === undefined) {
      this.#queue.push({ call, collectionId, operation });
      return;
    }
    const { number, offset, isLast } = operation.upload;
    const passages = this.#uploads.get(number) ?? [];
    // A part is missing when the thread that got it has died.
    if (passages.length !== offset) {
      if (isLast) call.fail(lostPart());
      return;
    }
    passages.push(...operation.passages);
    if (!isLast) this.#uploads.set(number, passages);
    else {
      this.#uploads.delete(number);
      const { completes, expected } = operation;
      this.#queue.push({ call, collectionId, operation: { kind: "put", passages, completes, expected } });
    }
  }

  #runNext(): void {
    const [head] = this.#queue;
    if (head === undefined) return;
    if (isData(head)) return this.#runTogether(this.#takeGroup(head.collectionId));
    this.#queue.shift();
    try {
      head.call.answer(this.#runAlone(head));
    } catch (error) {
      head.call.fail(error);
    }
  }

  /** The next operations on the data of one collection, up to one that must run alone. */
  #takeGroup(collectionId: string): QueuedData[] {
    const group: QueuedData[] = [];
    let passages = 0;
    for (let index = 0; index < this.#queue.length && passages < PASSAGES_PER_TRANSACTION;) {
      const write = this.#queue[index]!;
      if (write.collectionId !== collectionId) {
        index++;
        continue;
      }
      if (!isData(write)) break;
      group.push(write);
      this.#queue.splice(index, 1);
      if (write.operation.kind === "put") passages += write.operation.passages.length;
    }
    return group;
  }

  #runTogether(group: readonly QueuedData[]): void {
    const { collectionId } = group[0]!;
    try {
      const answers = this.#writers.run(
        collectionId,
        group.map(({ operation }) => operation),
      );
      for (const [index, { call }] of group.entries()) call.answer(answers[index]);
    } catch (error) {
      this.#writers.release(collectionId);
      // One operation that can't be carried out must not fail those that happened to come with it.
      if (group.length > 1 && toPassageIndexError(error).reason === "internal") {
        for (const write of group) this.#runTogether([write]);
      } else for (const { call } of group) call.fail(error);
    }
  }

  #runAlone({ collectionId, operation }: QueuedWrite): unknown {
    if (operation.kind === "open") return this.#writers.open(collectionId);
    if (operation.kind === "ensure") this.#writers.ensure(collectionId);
    else if (operation.kind === "drop") this.#writers.drop(collectionId);
    return undefined;
  }
}

const isData = (write: QueuedWrite): write is QueuedData =>
  write.operation.kind !== "open" && write.operation.kind !== "ensure" && write.operation.kind !== "drop";

const lostPart = (): PassageIndexError =>
  new PassageIndexError({ reason: "unavailable", message: "a part of the passages was lost with its worker thread" });
