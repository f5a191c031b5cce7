import type { Passage } from "../passage.ts";
import { PassageIndexError } from "../passage-index-error.ts";
import { CollectionWrite, type PreparedOperation } from "./collection-write.ts";
import { isCurrent, lockState } from "./collection-state.ts";
import type { IndexDatabase } from "./index-database.ts";
import { inPieces } from "./insert-rows.ts";
import { newestPassages } from "./newest-passages.ts";
import type { InvertedPassages } from "./protocol.ts";
import { rebuildPostings } from "./rebuild-postings.ts";

/** Passages after which a transaction takes no further operation: bounds memory and what others wait. */
const PASSAGES_PER_TRANSACTION = 2_048;
/** Passages that are inverted together: copying them to the thread that does it takes this one some milliseconds. */
const PASSAGES_PER_SEGMENT = 1_024;

export type WriteRequest =
  | { readonly kind: "put"; readonly passages: readonly Passage[] }
  | Exclude<PreparedOperation, { readonly kind: "put" }>;

interface Entry {
  readonly request: WriteRequest;
  readonly resolve: (removed: number) => void;
  readonly reject: (error: unknown) => void;
}

/** Entries that are carried out together: puts that follow one another. A large one is more than one operation. */
interface Step {
  readonly operations: readonly PreparedOperation[];
  readonly entries: readonly Entry[];
}

export interface WriteQueueOptions {
  readonly database: IndexDatabase;
  readonly collectionId: string;
  readonly invert: (passages: readonly Passage[]) => Promise<InvertedPassages>;
  /** Called after each commit. */
  readonly onCommit: (collection: number) => void;
}

/**
 * The writes of this process to one collection. What has arrived while a transaction runs goes into the next one; its
 * passages are inverted meanwhile. One transaction at a time: a second one would only wait for the first, in the database
 * and with a connection.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #entries: Entry[] = [];
  #draining: Promise<void> | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Resolves once it is durable, with the number of passages removed by name. */
  write(request: WriteRequest): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#entries.push({ request, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  get isIdle(): boolean {
    return this.#draining === undefined && this.#entries.length === 0;
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    while (this.#draining !== undefined) await this.#draining;
  }

  async #drain(): Promise<void> {
    // Let those in who come in the same turn.
    await Promise.resolve();
    let committing = Promise.resolve();
    while (this.#entries.length > 0) {
      const steps = await this.#prepare(this.#takeGroup());
      await committing;
      committing = this.#commit(steps);
      if (this.#entries.length === 0) await committing;
    }
    // In the same turn as the look at the entries: whoever comes next starts another.
    this.#draining = undefined;
  }

  #takeGroup(): readonly Entry[] {
    let passages = 0;
    let count = 0;
    while (count < this.#entries.length && passages < PASSAGES_PER_TRANSACTION) {
      const { request } = this.#entries[count++]!;
      if (request.kind === "put") passages += request.passages.length;
    }
    return this.#entries.splice(0, count);
  }

  async #prepare(group: readonly Entry[]): Promise<readonly Step[]> {
    const steps: Step[] = [];
    for (let start = 0; start < group.length;) {
      const { request } = group[start]!;
      let end = start + 1;
      if (request.kind === "put") while (group[end]?.request.kind === "put") end++;
      const entries = group.slice(start, end);
      try {
        const operations = request.kind === "put" ? await this.#invert(entries) : [request];
        steps.push({ operations, entries });
      } catch (error) {
        if (entries.length === 1) entries[0]!.reject(error);
        // One put that can't be carried out must not fail those that happened to come with it.
        else for (const entry of entries) steps.push(...(await this.#prepare([entry])));
      }
      start = end;
    }
    return steps;
  }

  async #invert(entries: readonly Entry[]): Promise<readonly PreparedOperation[]> {
    const passages = newestPassages(entries.flatMap(({ request }) => (request.kind === "put" ? request.passages : [])));
    const operations: PreparedOperation[] = [];
    for (const part of inPieces(passages, PASSAGES_PER_SEGMENT)) {
      operations.push({ kind: "put", passages: part, inverted: await this.#options.invert(part) });
    }
    return operations;
  }

  /** Never rejects: whoever waits is told. */
  async #commit(steps: readonly Step[]): Promise<void> {
    if (steps.length === 0) return;
    try {
      const { number, answers } = await this.#run(steps);
      for (const [index, { entries }] of steps.entries()) for (const entry of entries) entry.resolve(answers[index]!);
      this.#options.onCommit(number);
    } catch (error) {
      const isInternal = error instanceof PassageIndexError && error.reason === "internal";
      if (isInternal && steps.length > 1) for (const step of steps) await this.#commit([step]);
      else if (isInternal && steps[0]!.entries.length > 1) await this.#commitApart(steps[0]!.entries);
      else for (const { entries } of steps) for (const entry of entries) entry.reject(error);
    }
  }

  async #commitApart(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) await this.#commit(await this.#prepare([entry]));
  }

  #run(steps: readonly Step[]): Promise<{ readonly number: number; readonly answers: readonly number[] }> {
    const { database, collectionId, invert } = this.#options;
    return database.transaction(async (query) => {
      const state = await lockState(query, collectionId);
      if (!isCurrent(state)) await rebuildPostings(query, state, invert);
      const write = new CollectionWrite(query, state);
      const answers: number[] = [];
      for (const { operations } of steps) {
        let removed = 0;
        for (const operation of operations) removed += await write.apply(operation);
        answers.push(removed);
      }
      await write.finish();
      return { number: state.number, answers };
    });
  }
}
