import { SpaceUpkeep, type SqliteSpace } from "@quarry/plugin/sqlite";
import { type ReceivedCall, serveCalls, type ServedChannel, type ServeOptions } from "@quarry/plugin/workers/inside";
import type { OpenFiles } from "../storage/open-files.ts";

/** Weight after which a transaction takes no further write: bounds memory and what others wait. */
const WEIGHT_PER_TRANSACTION = 2_048;

/** A write that others of its collection may join in one transaction. */
interface JoinedWrite<Write> {
  readonly collection: string;
  readonly write: Write;
  /** Default: 1. */
  readonly weight?: number;
}

/** Work on a collection's file as a whole, which nothing of the collection overtakes. */
interface LoneTask {
  readonly collection: string;
  readonly run: () => unknown;
}

export type WriterTask<Write> = JoinedWrite<Write> | LoneTask;

interface WrittenFile {
  readonly space: SqliteSpace;
  close(): void;
}

export interface WriterLoopOptions<Write> {
  readonly files: Pick<OpenFiles<WrittenFile>, "close" | "closeAll" | "entries">;
  /** Returns the task of a call; undefined where it is answered, or is a part of a later one. */
  readonly taskOf: (call: ReceivedCall) => WriterTask<Write> | undefined;
  /** Runs writes of one collection in one transaction. Returns their answers, in order. */
  readonly commit: (collection: string, writes: readonly Write[]) => readonly unknown[];
  readonly toFailure: ServeOptions["toFailure"];
  /** Runs a slice of background work; returns whether there may be more. */
  readonly maintain?: () => boolean;
}

type Queued<Task> = Task & { readonly call: ReceivedCall };

/**
 * Loop of a thread that writes, with group commit: what has arrived while the last commit ran is committed together,
 * collection by collection, so that many callers share one wait for the disk. Background work is done in between, and when
 * there is nothing else to do.
 */
export class WriterLoop<Write> {
  readonly #options: WriterLoopOptions<Write>;
  readonly #space: SpaceUpkeep;
  readonly #queue: Queued<WriterTask<Write>>[] = [];
  #channel: ServedChannel | undefined;
  #isScheduled = false;

  constructor(options: WriterLoopOptions<Write>) {
    this.#options = options;
    this.#space = new SpaceUpkeep(function* () {
      for (const [, { space }] of options.files.entries()) yield space;
    });
  }

  start(): void {
    const { files, toFailure } = this.#options;
    this.#channel = serveCalls({
      receive: (calls) => {
        for (const call of calls) this.#add(call);
        this.#schedule();
      },
      toFailure,
      close: () => files.closeAll(),
    });
  }

  #add(call: ReceivedCall): void {
    try {
      const task = this.#options.taskOf(call);
      if (task !== undefined) this.#queue.push({ ...task, call });
    } catch (error) {
      call.fail(error);
    }
  }

  /** In a round of its own: what arrives while the last commit runs is received first. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#runRound());
  }

  #runRound(): void {
    this.#isScheduled = false;
    this.#runNext();
    // Before anything else is done: somebody waits for them.
    this.#channel?.flush();
    const mayMaintain = this.#channel?.isClosing === false;
    const hasMaintenance = mayMaintain && this.#options.maintain?.() === true;
    if (this.#queue.length > 0 || hasMaintenance) this.#schedule();
    this.#space.wake();
  }

  #runNext(): void {
    const [head] = this.#queue;
    if (head === undefined) return;
    if ("write" in head) return this.#commitTogether(this.#takeGroup(head.collection));
    this.#queue.shift();
    try {
      head.call.answer(head.run());
    } catch (error) {
      head.call.fail(error);
    }
  }

  /** The next writes of one collection, up to a task that runs alone. */
  #takeGroup(collection: string): Queued<JoinedWrite<Write>>[] {
    const group: Queued<JoinedWrite<Write>>[] = [];
    let weight = 0;
    for (let index = 0; index < this.#queue.length && weight < WEIGHT_PER_TRANSACTION;) {
      const task = this.#queue[index]!;
      if (task.collection !== collection) {
        index++;
        continue;
      }
      if (!("write" in task)) break;
      group.push(task);
      this.#queue.splice(index, 1);
      weight += task.weight ?? 1;
    }
    return group;
  }

  #commitTogether(group: readonly Queued<JoinedWrite<Write>>[]): void {
    const { collection, call: first } = group[0]!;
    const { files, commit, toFailure } = this.#options;
    try {
      const answers = commit(
        collection,
        group.map(({ write }) => write),
      );
      for (const [index, { call }] of group.entries()) call.answer(answers[index]);
    } catch (error) {
      // The transaction is rolled back; the file's writer may have more in memory.
      files.close(collection);
      // One write that can't be carried out must not fail those that happened to come with it.
      if (group.length > 1 && OF_ONE_WRITE.has(toFailure(error, first).reason)) {
        for (const write of group) this.#commitTogether([write]);
      } else for (const { call } of group) call.fail(error);
    }
  }
}

/** Reasons of failures that say nothing of the file or the disk. */
const OF_ONE_WRITE: ReadonlySet<string> = new Set(["internal", "invalid"]);
