import { ADDED, type ExpectedVersions, OBSOLETE, type Passage, PassageIndexError, vectorIdOf } from "@quarry/index";

import type { ExternalTermIndex } from "../external-terms/external-term-index.ts";
import { lockState } from "./collection-state.ts";
import { CollectionWrite, type PreparedOperation } from "./collection-write.ts";
import type { IndexDatabase, Query } from "./index-database.ts";
import { inBatches } from "./insert-rows.ts";
import { newestPassages } from "./newest-passages.ts";
import { noteObsolete, readBegun, changeVectorKind } from "./vector-write-rows.ts";

/**
 * Passages after which a transaction takes no further operation: bounds memory and the time that other writers wait.
 */
const PASSAGES_PER_TRANSACTION = 2_048;
/** Passages prepared together: copying them to the worker thread takes this thread some milliseconds. */
const PASSAGES_PER_PUT = 1_024;

export type WriteRequest =
  /**
   * `completes`: version of the vector write that this put completes. If that write doesn't exist, the put does
   * nothing.
   */
  | {
      readonly kind: "put";
      readonly passages: readonly Passage[];
      readonly completes?: string;
      /** If a passage has another version than expected, the put has no effect. */
      readonly expected?: ExpectedVersions | undefined;
    }
  /** Like `put`, but only for passages that still exist, in the documents that they are in. */
  | { readonly kind: "rewrite"; readonly passages: readonly Passage[] }
  | {
      readonly kind: "removeVectors";
      readonly version: string;
      readonly ids: readonly string[];
      /** Passages with other versions than expected are not deleted. */
      readonly expected?: ExpectedVersions | undefined;
    }
  | { readonly kind: "rollBackVectors"; readonly version: string }
  | Exclude<PreparedOperation, { readonly kind: "put" }>;

/**
 * Ids of vectors whose passages were replaced or removed by id. Undefined if nothing was done, because the vector write
 * to complete or roll back didn't exist.
 */
export type WriteAnswer = readonly string[] | undefined;

interface Entry {
  readonly request: WriteRequest;
  readonly resolve: (answer: WriteAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** Entries executed together: consecutive puts. A large put consists of several operations. */
interface Step {
  readonly operations: readonly PreparedOperation[];
  readonly entries: readonly Entry[];
}

export interface WriteQueueOptions {
  readonly database: IndexDatabase;
  readonly collectionId: string;
  readonly terms: ExternalTermIndex;
}

/**
 * Queue of this process's writes to one collection, with group commit. Requests that arrive while a transaction runs go
 * into the next one; their passages are prepared meanwhile. Only one transaction runs at a time: a second one would
 * only wait for the first, in the database and with a connection.
 */
export class WriteQueue {
  readonly #options: WriteQueueOptions;
  readonly #entries: Entry[] = [];
  #draining: Promise<void> | undefined;

  constructor(options: WriteQueueOptions) {
    this.#options = options;
  }

  /** Resolves once it is durable. */
  write(request: WriteRequest): Promise<WriteAnswer> {
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
    // Lets requests of the same event loop tick join the batch.
    await Promise.resolve();
    let committing = Promise.resolve();
    while (this.#entries.length > 0) {
      const steps = await this.#prepare(this.#takeGroup());
      await committing;
      committing = this.#commit(steps);
      if (this.#entries.length === 0) await committing;
    }
    // Synchronous with the check of the entries, so that the next request starts another drain.
    this.#draining = undefined;
  }

  #takeGroup(): readonly Entry[] {
    let passages = 0;
    let count = 0;
    while (count < this.#entries.length && passages < PASSAGES_PER_TRANSACTION) {
      const { request } = this.#entries[count++]!;
      if (isPut(request)) passages += request.passages.length;
    }
    return this.#entries.splice(0, count);
  }

  async #prepare(group: readonly Entry[]): Promise<readonly Step[]> {
    const steps: Step[] = [];
    for (let start = 0; start < group.length;) {
      const { request } = group[start]!;
      let end = start + 1;
      if (isJoined(request)) while (group[end] !== undefined && isJoined(group[end]!.request)) end++;
      const entries = group.slice(start, end);
      try {
        const operations = isPut(request) ? await this.#puts(entries) : operationsOf(request);
        steps.push({ operations, entries });
      } catch (error) {
        if (entries.length === 1) entries[0]!.reject(error);
        // A put that fails must not fail unrelated puts of the same batch.
        else for (const entry of entries) steps.push(...(await this.#prepare([entry])));
      }
      start = end;
    }
    return steps;
  }

  async #puts(entries: readonly Entry[]): Promise<readonly PreparedOperation[]> {
    const passages = newestPassages(entries.flatMap(({ request }) => (isPut(request) ? request.passages : [])));
    const operations: PreparedOperation[] = [];
    const isRewrite = entries[0]!.request.kind === "rewrite";
    try {
      for (const part of inBatches(passages, PASSAGES_PER_PUT)) {
        const prepared = await this.#options.terms.prepare(this.#options.collectionId, part);
        operations.push({ kind: "put", passages: part, prepared, isRewrite });
      }
    } catch (error) {
      await this.#abandon(operations);
      throw error;
    }
    return operations;
  }

  /** Never rejects: waiting callers get the error. */
  async #commit(steps: readonly Step[]): Promise<void> {
    if (steps.length === 0) return;
    try {
      const { number, answers } = await this.#run(steps);
      await this.#options.terms.committed(number);
      for (const [index, { entries, operations }] of steps.entries()) {
        if (answers[index] === undefined) await this.#abandon(operations);
        // Joined callers share one result; only the first one removes the vectors.
        for (const [position, entry] of entries.entries()) entry.resolve(position === 0 ? answers[index] : []);
      }
    } catch (error) {
      await this.#abandon(steps.flatMap(({ operations }) => operations));
      const isInternal = error instanceof PassageIndexError && error.reason === "internal";
      const entries = steps.flatMap((step) => step.entries);
      if (isInternal && entries.length > 1) await this.#commitApart(entries);
      else for (const { entries } of steps) for (const entry of entries) entry.reject(error);
    }
  }

  async #abandon(operations: readonly PreparedOperation[]): Promise<void> {
    for (const operation of operations) {
      if (operation.kind === "put") await this.#options.terms.abandon(operation.prepared);
    }
  }

  async #commitApart(entries: readonly Entry[]): Promise<void> {
    for (const entry of entries) await this.#commit(await this.#prepare([entry]));
  }

  async #run(steps: readonly Step[]): Promise<{ readonly number: number; readonly answers: readonly WriteAnswer[] }> {
    const { database, collectionId, terms } = this.#options;
    const now = await database.now();
    return database.transaction(async (query) => {
      const state = await lockState(query, collectionId);
      const write = new CollectionWrite(query, state, terms);
      const answers: WriteAnswer[] = [];
      for (const step of steps) {
        const apply = async () => {
          const obsolete: string[] = [];
          for (const operation of step.operations) obsolete.push(...(await write.apply(operation)));
          return obsolete;
        };
        const expects = await isAsExpected(step, write);
        answers.push(expects ? await applyStep(step, { query, collection: state.number, now }, apply) : undefined);
      }
      await write.finish();
      return { number: state.number, answers };
    });
  }
}

type PutRequest = Extract<WriteRequest, { readonly kind: "put" | "rewrite" }>;

const isPut = (request: WriteRequest): request is PutRequest => request.kind === "put" || request.kind === "rewrite";

/** Whether the write may be merged with others: one with expectations succeeds or fails by itself. */
const isJoined = (request: WriteRequest): boolean => request.kind === "put" && request.expected === undefined;

const operationsOf = (request: Exclude<WriteRequest, PutRequest>): readonly PreparedOperation[] => {
  if (request.kind === "rollBackVectors") return [];
  if (request.kind !== "removeVectors") return [request];
  return [{ kind: "removeIds", ids: request.ids, expected: request.expected }];
};

const isAsExpected = async ({ entries }: Step, write: CollectionWrite): Promise<boolean> => {
  const { request } = entries[0]!;
  if (request.kind !== "put" || request.expected === undefined) return true;
  const versions = await write.versionsOf(request.passages.map(({ id }) => id));
  return request.expected.every((version, at) => versions[at] === version);
};

interface StepPosition {
  readonly query: Query;
  readonly collection: number;
  readonly now: number;
}

/** Executes a step, and updates the log of vector writes accordingly. */
const applyStep = async (
  { entries }: Step,
  { query, collection, now }: StepPosition,
  apply: () => Promise<readonly string[]>,
): Promise<WriteAnswer> => {
  const { request } = entries[0]!;
  if (request.kind === "rollBackVectors") {
    return (await changeVectorKind(query, collection, [request.version], OBSOLETE)) ? [] : undefined;
  }
  if (request.kind === "removeVectors") {
    const obsolete = await apply();
    await noteObsolete(query, collection, request.version, obsolete, now);
    return obsolete;
  }
  const versions = entries.flatMap(({ request: put }) =>
    put.kind === "put" && put.completes !== undefined ? [put.completes] : [],
  );
  if (versions.length === 0) return apply();
  const begun = await readBegun(query, collection, versions);
  if (begun.size < versions.length) {
    if (entries.length === 1) return undefined;
    // The caller then tries each write alone.
    throw new PassageIndexError({ reason: "internal", message: "one of these writes of vectors was rolled back" });
  }
  const obsolete = [...(await apply()), ...outdatedWithin(entries)];
  await changeVectorKind(query, collection, versions, ADDED);
  await noteObsolete(query, collection, versions[0]!, obsolete, now);
  return obsolete;
};

/** Ids of the vectors of passages that a later entry of the same step replaces: those passages were never stored. */
const outdatedWithin = (entries: readonly Entry[]): readonly string[] => {
  if (entries.length === 1) return [];
  const newest = new Map<string, string>();
  const outdated: string[] = [];
  for (const { request } of entries) {
    for (const passage of request.kind === "put" ? request.passages : []) {
      const [id, vectorId] = [passage.id.toWellFormed(), vectorIdOf(passage)];
      const earlier = newest.get(id);
      if (earlier !== undefined && earlier !== vectorId) outdated.push(earlier);
      newest.set(id, vectorId);
    }
  }
  return outdated;
};
