import { setImmediate as nextTurn } from "node:timers/promises";
import type { Transferable } from "node:worker_threads";
import type { Filter } from "@quarry/plugin/domain";
import type { TermFrequencies } from "@quarry/plugin";
import { type CallOptions, workerModule } from "@quarry/plugin/workers";
import { type SpelledWord, spelledWords } from "@quarry/text";
import type { ChunkPage, ChunkRange, KeywordResult, SomePassages } from "../passages/passage-index.ts";
import type { Passage } from "../passages/passage.ts";
import type { ExpectedVersions } from "../passages/vector-write-log.ts";
import { PassageIndexError, type PassageIndexErrorReason } from "../passages/passage-index-error.ts";
import type { Answers, BuildOperation, ReadOperation, Upload, WriteOperation } from "../passages/protocol.ts";
import { buffersOf, type BuiltTerms } from "../postings/built-terms.ts";
import type { LocalSearch, LocalSearchRequest } from "../fusion/search-request.ts";
import type { LocalVectors } from "../vectors/local-vectors.ts";
import type { RepairedQuery } from "../spelling/query-repair.ts";
import { FrequencyCache, type CachedFrequencies } from "./known-frequencies.ts";
import { parsePage, parsePassages } from "./parse-passages.ts";
import { type ReadFor, ReaderThreads } from "./reader-threads.ts";
import { Rebuilds } from "./rebuilds.ts";
import { WorkerClient } from "./worker-client.ts";

/** Passages per message to the writer: copying them takes the calling thread about a millisecond. */
const PASSAGES_PER_MESSAGE = 256;
/** Number of passages up to which puts are sent together in one message. */
const MAX_SMALL_PUT = 8;
/**
 * Characters of passages after which a message from the reader ends: receiving it takes this thread some milliseconds.
 */
const CHARACTERS_PER_MESSAGE = 1_048_576;
/** Terms per message to the reader. The limit lets a query run in between. */
const TERMS_PER_MESSAGE = 128;
/**
 * Length above which queries are always sent to the reader: the check for unknown words would take this thread too
 * long.
 */
const MAX_CHECKED_CHARACTERS = 1_024;

/** Failures after which a collection's file is opened again, before it is read or written. */
const REOPEN_REASONS: ReadonlySet<PassageIndexErrorReason> = new Set(["damaged", "not_found", "unavailable"]);

/** Failure when the vector thread has ended twice during a request. */
const THREAD_ENDED = { reason: "ended", message: "the thread of the vectors ended" };

type Operation<Operations, Kind> = Extract<Operations, { readonly kind: Kind }>;

/** Client of all worker threads: routes operations to the threads, orders them, and splits them into messages. */
export class SqliteIndexClient {
  readonly #writer: WorkerClient<WriteOperation>;
  /** Builds the terms of large puts beside the writer, so that loading uses two processors. */
  readonly #builder: WorkerClient<BuildOperation, { build: BuiltTerms }>;
  readonly #readers: ReaderThreads;
  readonly #rebuilds: Rebuilds;
  /** Collections whose file the writer has opened in this process, or is opening. */
  readonly #opened = new Map<string, Promise<void>>();
  /**
   * By collection, resolved when the last put whose terms are built first was sent to the writer: later writes wait for
   * it, to arrive in order.
   */
  readonly #waiting = new Map<string, Promise<void>>();
  readonly #frequencies = new FrequencyCache();
  #lastUpload = 0;

  constructor(directory: string) {
    this.#writer = new WorkerClient(worker("writer-worker"), { directory });
    this.#builder = new WorkerClient(worker("build-worker"), {});
    this.#readers = new ReaderThreads(worker("reader-worker"), { directory });
    this.#rebuilds = new Rebuilds(worker("rebuild-worker"), directory);
  }

  /** Creates the collection, or changes its contents. */
  async write<Kind extends Exclude<WriteOperation["kind"], "open" | "drop">>(
    collectionId: string,
    operation: Operation<WriteOperation, Kind>,
    options?: CallOptions,
  ): Promise<Answers[Kind]> {
    const { kind }: WriteOperation = operation;
    const earlier = kind === "ensure" ? undefined : this.#waiting.get(collectionId);
    if (kind !== "ensure") await this.#ensureOpened(collectionId);
    // Not awaited if there is none: a write that is sent later would overtake another one.
    if (earlier !== undefined) await earlier;
    return this.#write(collectionId, operation, options);
  }

  async #write<Kind extends WriteOperation["kind"]>(
    collectionId: string,
    operation: Operation<WriteOperation, Kind>,
    options?: CallOptions,
  ): Promise<Answers[Kind]> {
    return this.#withInvalidation(collectionId, () => this.#writer.request(collectionId, operation, options));
  }

  /** Changes the log of writes, but no searchable data. */
  async writeLog<Kind extends "beginVectors" | "rollBackVectors" | "settleVectors" | "keep">(
    collectionId: string,
    operation: Operation<WriteOperation, Kind>,
  ): Promise<Answers[Kind]> {
    await this.#ensureOpened(collectionId);
    return this.#writer.request(collectionId, operation, { isSmall: true });
  }

  async #withInvalidation<Value>(collectionId: string, change: () => Promise<Value>): Promise<Value> {
    this.#frequencies.forget(collectionId);
    try {
      return await this.#withReopening(collectionId, change());
    } finally {
      // Must run before the caller is notified: data read meanwhile can be older than the write.
      this.#frequencies.forget(collectionId);
    }
  }

  async read<Kind extends ReadOperation["kind"]>(
    collectionId: string,
    operation: Operation<ReadOperation, Kind>,
    readFor: ReadFor,
    transfer?: readonly Transferable[],
  ): Promise<Answers[Kind]> {
    await this.#ensureOpened(collectionId);
    return this.#withReopening(collectionId, this.#readers.request(collectionId, operation, readFor, transfer));
  }

  /**
   * Waits for a call. If the collection is damaged or missing, it is opened again on its next use, because it can have
   * been restored meanwhile.
   */
  async #withReopening<Value>(collectionId: string, answer: Promise<Value>): Promise<Value> {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof PassageIndexError && REOPEN_REASONS.has(error.reason)) this.#opened.delete(collectionId);
      throw error;
    }
  }

  verify(collectionId: string): Promise<void> {
    return this.#rebuilds.verify(collectionId);
  }

  async remake(collectionId: string): Promise<void> {
    await this.drop(collectionId);
    await this.write(collectionId, { kind: "ensure" });
  }

  async put(
    collectionId: string,
    passages: readonly Passage[],
    completes?: string,
    expected?: ExpectedVersions,
  ): Promise<Answers["put"]> {
    const put = { kind: "put", completes, expected } as const;
    if (passages.length <= PASSAGES_PER_MESSAGE) {
      const isSmall = passages.length <= MAX_SMALL_PUT;
      return this.write(collectionId, { ...put, passages }, { isSmall });
    }
    return this.#putLarge(collectionId, passages, put);
  }

  /** Builds the terms first, then sends the put to the writer after all earlier writes. */
  async #putLarge(
    collectionId: string,
    passages: readonly Passage[],
    put: Omit<Operation<WriteOperation, "put">, "passages">,
  ): Promise<Answers["put"]> {
    const earlier = this.#waiting.get(collectionId);
    const { promise: sent, resolve: markSent } = Promise.withResolvers<void>();
    this.#waiting.set(collectionId, sent);
    try {
      await this.#ensureOpened(collectionId);
      const terms = await inChunks(passages, ++this.#lastUpload, {
        send: (chunk, upload) =>
          this.#builder.send("build", { collectionId, operation: { kind: "build", passages: chunk, upload } }),
        sendLast: (chunk, upload) => this.#builder.request(collectionId, { kind: "build", passages: chunk, upload }),
      });
      await earlier;
      return await inChunks(passages, ++this.#lastUpload, {
        send: (chunk, upload) =>
          this.#writer.send("put", { collectionId, operation: { kind: "put", passages: chunk, upload } }),
        sendLast: (chunk, upload) => {
          const whole = { ...put, passages: chunk, upload, terms };
          const answer = this.#write(collectionId, whole, { transfer: buffersOf(terms) });
          markSent();
          return answer;
        },
      });
    } finally {
      markSent();
      if (this.#waiting.get(collectionId) === sent) this.#waiting.delete(collectionId);
    }
  }

  async drop(collectionId: string): Promise<void> {
    // A rebuild has exclusive use of the file: its thread writes until the end.
    await this.#opened.get(collectionId)?.catch(() => {});
    await this.#waiting.get(collectionId);
    this.#opened.delete(collectionId);
    // The readers close first: then the writer is the last to close, and removes the WAL files.
    await this.#readers.release(collectionId);
    await this.#write(collectionId, { kind: "drop" });
    // A concurrent read can have opened the file in the meantime.
    await this.#readers.release(collectionId);
  }

  async getSome(collectionId: string, ids: readonly string[], readFor: ReadFor): Promise<SomePassages> {
    const operation = { kind: "get", ids, maxCharacters: CHARACTERS_PER_MESSAGE } as const;
    const { passages, scanned } = await this.read(collectionId, operation, readFor);
    return { passages: await parsePassages(passages), scanned };
  }

  async get(collectionId: string, ids: readonly string[], readFor: ReadFor): Promise<readonly Passage[]> {
    const all: Passage[] = [];
    let remaining = ids;
    do {
      const { passages, scanned } = await this.getSome(collectionId, remaining, readFor);
      all.push(...passages);
      remaining = remaining.slice(scanned);
    } while (remaining.length > 0);
    return all;
  }

  async keywordSearch(
    collectionId: string,
    request: Omit<Operation<ReadOperation, "keywordSearch">, "kind" | "maxCharacters">,
    readFor: ReadFor,
  ): Promise<KeywordResult> {
    const operation = { kind: "keywordSearch", ...request, maxCharacters: CHARACTERS_PER_MESSAGE } as const;
    const { passages, ...found } = await this.read(collectionId, operation, readFor);
    return passages === undefined ? found : { ...found, passages: await parsePassages(passages) };
  }

  async search(
    collectionId: string,
    vectors: LocalVectors,
    request: LocalSearchRequest,
    readFor: ReadFor,
  ): Promise<LocalSearch> {
    const { directory: store } = vectors;
    const operation = { kind: "search", store, request, maxCharacters: CHARACTERS_PER_MESSAGE } as const;
    let answer = await this.read(collectionId, operation, readFor);
    if (answer.kind === "unconnected") {
      const port = vectors.connect();
      // Closes a port that was not transferred because no caller waits any more: it blocks nothing, but would leak.
      answer = await this.read(collectionId, { ...operation, port }, readFor, [port]).finally(() => port.close());
    }
    if (answer.kind !== "found") return { failure: answer.kind === "failed" ? answer : THREAD_ENDED };
    const { candidates, depth, passages, steps } = answer;
    return { candidates, depth, steps, passages: await parsePassages(passages) };
  }

  async indexedPaths(
    collectionId: string,
    paths: readonly string[],
    within: Filter | undefined,
    readFor: ReadFor,
  ): Promise<readonly string[]> {
    const { existingPaths } = this.#frequencies.of(collectionId);
    const key = JSON.stringify([paths, within]);
    const known = existingPaths.get(key);
    if (known !== undefined) return known;
    const existing = await this.read(collectionId, { kind: "indexedPaths", paths, within }, readFor);
    existingPaths.set(key, existing);
    return existing;
  }

  async listChunks(
    collectionId: string,
    documentId: string,
    generation: number,
    range: ChunkRange,
    readFor: ReadFor,
  ): Promise<ChunkPage> {
    const page = await this.read(collectionId, { kind: "listChunks", documentId, generation, range }, readFor);
    return { passages: parsePage(page), total: page.total };
  }

  async termFrequencies(collectionId: string, terms: readonly string[], readFor: ReadFor): Promise<TermFrequencies> {
    const known = this.#frequencies.of(collectionId);
    const unknown = terms.filter((term) => !known.byTerm.has(term));
    if (unknown.length > 0 || known.documentCount === undefined) {
      await this.#readFrequencies(collectionId, known, unknown, readFor);
    }
    return {
      documentCount: known.documentCount!,
      documentFrequencies: terms.map((term) => known.byTerm.get(term)!),
    };
  }

  /**
   * Doesn't call a thread if all words are known to be in the collection: users search with the same words again and
   * again. A caller that corrects a query usually needs the frequencies of its terms next, so they are returned
   * together.
   */
  async repairQuery(collectionId: string, query: string, readFor: ReadFor): Promise<RepairedQuery> {
    const known = this.#frequencies.of(collectionId);
    const { documentCount, byTerm } = known;
    const wellFormed = query.toWellFormed();
    const isIndexed = ({ terms }: SpelledWord): boolean => terms.some((term) => (byTerm.get(term) ?? 0) > 0);
    const isShort = wellFormed.length <= MAX_CHECKED_CHARACTERS;
    if (isShort && documentCount !== undefined && spelledWords(wellFormed).words.every(isIndexed)) {
      return { query: wellFormed, repairs: [] };
    }
    const { frequencies, ...found } = await this.read(collectionId, { kind: "repairQuery", query }, readFor);
    known.documentCount = found.documentCount;
    for (const [term, frequency] of frequencies) byTerm.set(term, frequency);
    return { query: found.query, repairs: found.repairs };
  }

  async #readFrequencies(
    collectionId: string,
    known: CachedFrequencies,
    terms: readonly string[],
    readFor: ReadFor,
  ): Promise<void> {
    let start = 0;
    do {
      const part = terms.slice(start, start + TERMS_PER_MESSAGE);
      const request = { kind: "termFrequencies", terms: part } as const;
      const { documentCount, documentFrequencies } = await this.read(collectionId, request, readFor);
      known.documentCount = documentCount;
      for (const [index, term] of part.entries()) known.byTerm.set(term, documentFrequencies[index]!);
      start += TERMS_PER_MESSAGE;
    } while (start < terms.length);
  }

  async close(): Promise<void> {
    await this.#rebuilds.close();
    await this.#builder.close();
    await this.#readers.close();
    await this.#writer.close();
  }

  #ensureOpened(collectionId: string): Promise<void> {
    const opened = this.#opened.get(collectionId);
    if (opened !== undefined) return opened;
    const opening = this.#open(collectionId);
    this.#opened.set(collectionId, opening);
    opening.catch(() => {
      if (this.#opened.get(collectionId) === opening) this.#opened.delete(collectionId);
    });
    return opening;
  }

  async #open(collectionId: string): Promise<void> {
    if (await this.#write(collectionId, { kind: "open" })) return;
    await this.#rebuilds.rebuild(collectionId);
    await this.#write(collectionId, { kind: "open" });
  }
}

/** Sends passages in chunks; this thread does other work in between. Returns the answer to the last chunk. */
const inChunks = async <Answer>(
  passages: readonly Passage[],
  number: number,
  thread: {
    readonly send: (chunk: readonly Passage[], upload: Upload) => unknown;
    readonly sendLast: (chunk: readonly Passage[], upload: Upload) => Promise<Answer>;
  },
): Promise<Answer> => {
  let offset = 0;
  for (; offset + PASSAGES_PER_MESSAGE < passages.length; offset += PASSAGES_PER_MESSAGE) {
    thread.send(passages.slice(offset, offset + PASSAGES_PER_MESSAGE), { number, offset, isLast: false });
    await nextTurn();
  }
  return thread.sendLast(passages.slice(offset), { number, offset, isLast: true });
};

const worker = (name: string): URL => workerModule(import.meta.url, `./${name}`);
