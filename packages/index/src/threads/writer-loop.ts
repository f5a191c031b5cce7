import { SpaceUpkeep, type SqliteSpace } from "@quarry/plugin/sqlite";
import { type ReceivedCall, serveCalls, type ServedChannel, type ServeOptions } from "@quarry/plugin/workers/inside";
import type { OpenFiles } from "../storage/open-files.ts";

/** Weight after which a transaction accepts no further write. Limits its memory and the latency of other writes. */
const WEIGHT_PER_TRANSACTION = 2_048;

/** A write that can share a transaction with others of its collection. */
interface GroupedWrite<Write> {
  readonly collection: string;
  readonly write: Write;
  /** Default: 1. */
  readonly weight?: number;
}

/** Task on a collection's file as a whole. It is never reordered with other tasks of the collection. */
interface ExclusiveTask {
  readonly collection: string;
  readonly run: () => unknown;
}

export type WriterTask<Write> = GroupedWrite<Write> | ExclusiveTask;

interface WrittenFile {
  readonly space: SqliteSpace;
  close(): void;
}

export interface WriterLoopOptions<Write> {
  readonly files: Pick<OpenFiles<WrittenFile>, "close" | "closeAll" | "entries">;
  /** Returns the task of a call; undefined if the call is already answered, or if it is a chunk of a later one. */
  readonly taskOf: (call: ReceivedCall) => WriterTask<Write> | undefined;
  /** Runs writes of one collection in one transaction. Returns their results in order. */
  readonly commit: (collection: string, writes: readonly Write[]) => readonly unknown[];
  readonly toFailure: ServeOptions["toFailure"];
  /** Runs one time slice of background work. Returns whether there can be more. */
  readonly maintain?: () => boolean;
}

type Queued<Task> = Task & { readonly call: ReceivedCall };

/**
 * Loop of a writer thread with group commit: writes that arrive during a commit are committed together, collection by
 * collection, so many callers share one sync of the disk. Background work runs in between and when the loop is idle.
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

  /** Schedules a separate event-loop iteration: calls that arrived during the last commit are received first. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => this.#runRound());
  }

  #runRound(): void {
    this.#isScheduled = false;
    this.#runNext();
    // Sends the responses before any other work: callers wait for them.
    this.#channel?.flush();
    const mayMaintain = this.#channel?.isClosing === false;
    const hasMaintenance = mayMaintain && this.#options.maintain?.() === true;
    if (this.#queue.length > 0 || hasMaintenance) this.#schedule();
    this.#space.wake();
  }

  #runNext(): void {
    const [head] = this.#queue;
    if (head === undefined) return;
    if ("write" in head) return this.#commitGroup(this.#takeGroup(head.collection));
    this.#queue.shift();
    try {
      head.call.answer(head.run());
    } catch (error) {
      head.call.fail(error);
    }
  }

  /** Takes the next writes of one collection from the queue, up to a task that runs alone. */
  #takeGroup(collection: string): Queued<GroupedWrite<Write>>[] {
    const group: Queued<GroupedWrite<Write>>[] = [];
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

  #commitGroup(group: readonly Queued<GroupedWrite<Write>>[]): void {
    const { collection, call: first } = group[0]!;
    const { files, commit, toFailure } = this.#options;
    try {
      const answers = commit(
        collection,
        group.map(({ write }) => write),
      );
      for (const [index, { call }] of group.entries()) call.answer(answers[index]);
    } catch (error) {
      // The transaction is rolled back, but the writer's state in memory can be ahead of the file.
      files.close(collection);
      // An invalid write must not fail the others in its group.
      if (group.length > 1 && SINGLE_WRITE_REASONS.has(toFailure(error, first).reason)) {
        for (const write of group) this.#commitGroup([write]);
      } else for (const { call } of group) call.fail(error);
    }
  }
}

/** Reasons of failures that concern neither the file nor the disk. */
const SINGLE_WRITE_REASONS: ReadonlySet<string> = new Set(["internal", "invalid"]);
