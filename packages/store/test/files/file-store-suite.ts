import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { DomainError, newId } from "@quarry/plugin/domain";
import { type FileStoreService, fileStoreErrorToDomain, type FileKey } from "../../src/files/index.ts";
import { Effect, Exit, Fiber } from "effect";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

export const run = Effect.runPromise;
export const failure = <A, E>(effect: Effect.Effect<A, E>): Promise<E> => run(Effect.flip(effect));

export interface OpenedStore {
  readonly store: FileStoreService;
  /** Returns writes that have begun and not ended. */
  readonly unfinished: () => Promise<readonly unknown[]>;
  /** Adds a file that the store didn't create. */
  readonly putForeign: (name: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const MIB = 1_048_576;
/** Not a divisor of any part size. */
const PIECE_BYTES = 100_003;

export async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

export async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

export const readAll = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(bytes));

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

async function* broken(): AsyncGenerator<Uint8Array> {
  yield randomBytes(12_000_000);
  throw new Error("socket hang up");
}

/** Suite for all file stores. */
export const fileStoreSuite = (open: () => Promise<OpenedStore>): void => {
  let opened: OpenedStore;
  let store: FileStoreService;
  let key: FileKey;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    key = { collectionId: newId(), documentId: newId() };
  });
  afterEach(() => opened.close());

  const files = async () =>
    (await Array.fromAsync(store.list())).map(({ collectionId, documentId }) => ({ collectionId, documentId }));

  describe("write", () => {
    test("stores the bytes and returns their size and hash", async () => {
      const bytes = randomBytes(3_000_001);
      const stored = await run(
        store.write(
          key,
          chunksOf(bytes.subarray(0, 7), bytes.subarray(7, 7), bytes.subarray(7, 2_000_000), bytes.subarray(2_000_000)),
        ),
      );
      expect(stored).toEqual({ size: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
      const content = await run(store.read(key));
      expect(content.size).toBe(bytes.length);
      expect((await readAll(content.bytes)).equals(bytes)).toBe(true);
      expect(await opened.unfinished()).toEqual([]);
    });

    // Around the boundaries of the parts into which a store can split a file.
    test.each([0, 1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 12 * MIB])(
      "stores exactly what was sent: %d bytes",
      async (size) => {
        const bytes = randomBytes(size);
        const stored = await run(store.write(key, pieces(bytes)));
        expect(stored).toEqual({ size, sha256: sha256(bytes) });
        expect(await run(store.size(key))).toBe(size);
        expect(sha256(await readAll((await run(store.read(key))).bytes))).toBe(stored.sha256);
        if (size > 5 * MIB) {
          const range = { start: 5 * MIB - 3, end: 5 * MIB + 1 };
          const across = await readAll((await run(store.read(key, range))).bytes);
          expect(across.equals(bytes.subarray(range.start, range.end))).toBe(true);
        }
        expect(await opened.unfinished()).toEqual([]);
      },
    );

    test("stores an empty file", async () => {
      expect(await run(store.write(key, chunksOf()))).toMatchObject({ size: 0 });
      expect(await run(store.size(key))).toBe(0);
      expect((await readAll((await run(store.read(key))).bytes)).length).toBe(0);
    });

    test("accepts exactly maxBytes; one byte more is too large and leaves no file", async () => {
      await run(store.write(key, chunksOf("abc", "de"), { maxBytes: 5 }));
      const other = { ...key, documentId: newId() };
      const error = await failure(store.write(other, chunksOf("abc", "def"), { maxBytes: 5 }));
      expect(error).toBeInstanceOf(DomainError);
      expect(error).toMatchObject({ code: "too_large", message: "file: it is larger than the limit of 5 bytes" });
      expect(await files()).toEqual([key]);
    });

    test("rejects a file that is too large while it arrives, without reading the source to its end", async () => {
      let read = 0;
      async function* endless(): AsyncGenerator<Uint8Array> {
        for (;;) {
          read += 1;
          yield new Uint8Array(1024);
        }
      }
      expect(await failure(store.write(key, endless(), { maxBytes: 10 * 1024 }))).toMatchObject({ code: "too_large" });
      expect(read).toBe(11);
    });

    test("a failing source leaves no file", async () => {
      const error = await failure(store.write(key, broken()));
      expect(error).toMatchObject({ _tag: "FileStoreError", reason: "aborted" });
      expect(await files()).toEqual([]);
      expect(await opened.unfinished()).toEqual([]);
    });

    test("an error thrown by the source is passed on unchanged", async () => {
      const refusal = new DomainError({ code: "invalid_argument", message: "file: part is missing" });
      async function* refusing(): AsyncGenerator<Uint8Array> {
        yield new Uint8Array(10);
        throw refusal;
      }
      expect(await failure(store.write(key, refusing()))).toBe(refusal);
      expect(await files()).toEqual([]);
      expect(await opened.unfinished()).toEqual([]);
    });

    test("an interruption leaves no file, even if the source never continues", async () => {
      const began = Promise.withResolvers<void>();
      async function* stuck(): AsyncGenerator<Uint8Array> {
        yield randomBytes(12_000_000);
        began.resolve();
        await new Promise(() => {});
      }
      const fiber = Effect.runFork(store.write(key, stuck()));
      await began.promise;
      await vi.waitFor(async () => expect(await opened.unfinished()).toHaveLength(1), {
        timeout: 60_000,
        interval: 20,
      });
      await run(Fiber.interrupt(fiber));
      expect(Exit.hasInterrupts(await run(Fiber.await(fiber)))).toBe(true);
      expect(await files()).toEqual([]);
      expect(await opened.unfinished()).toEqual([]);
    });

    test("a failed write leaves the existing file unchanged", async () => {
      await run(store.write(key, chunksOf("first")));
      await failure(store.write(key, chunksOf("second, and too long"), { maxBytes: 6 }));
      expect((await readAll((await run(store.read(key))).bytes)).toString()).toBe("first");
    });

    test("concurrent writes and a removal of the collection leave each file complete or absent", async () => {
      const ids = Array.from({ length: 20 }, () => newId());
      const writes = ids.map((documentId) => store.write({ ...key, documentId }, chunksOf("some ", "text")));
      await run(Effect.all([...writes, store.removeCollection(key.collectionId)], { concurrency: "unbounded" }));
      for (const documentId of ids) {
        const size = await run(store.size({ ...key, documentId }));
        expect([undefined, 9]).toContain(size);
      }
      expect(await opened.unfinished()).toEqual([]);
    });
  });

  describe("keys", () => {
    test.each(["../../etc", "", "a/b", "00000000-0000-0000-0000-00000000000G", "incoming"])(
      "%j is rejected",
      async (id) => {
        for (const bad of [
          { ...key, documentId: id },
          { ...key, collectionId: id },
        ]) {
          expect(await failure(store.write(bad, chunksOf("x")))).toMatchObject({ reason: "invalid_key" });
          expect(await failure(store.read(bad))).toMatchObject({ reason: "invalid_key" });
          expect(await failure(store.remove(bad))).toMatchObject({ reason: "invalid_key" });
        }
        expect(await failure(store.removeCollection(id))).toMatchObject({ reason: "invalid_key" });
      },
    );
  });

  describe("read", () => {
    test("of a range is limited to the file", async () => {
      await run(store.write(key, chunksOf("0123456789")));
      const read = async (start?: number, end?: number) => {
        const range = { ...(start !== undefined && { start }), ...(end !== undefined && { end }) };
        return (await readAll((await run(store.read(key, range))).bytes)).toString();
      };
      expect(await read(2, 5)).toBe("234");
      expect(await read(7)).toBe("789");
      expect(await read(undefined, 3)).toBe("012");
      expect(await read(8, 100)).toBe("89");
      expect(await read(10, 20)).toBe("");
      expect(await read(5, 5)).toBe("");
    });

    test("of a missing file fails as not_found, with a message for callers that contains no path", async () => {
      const error = await failure(store.read(key));
      expect(error).toMatchObject({ reason: "not_found", message: expect.stringContaining("the file does not exist") });
      expect(fileStoreErrorToDomain(error)).toMatchObject({
        code: "not_found",
        message: "the document's file does not exist",
      });
    });

    test("continues when the file is removed meanwhile", async () => {
      const bytes = randomBytes(1_000_000);
      await run(store.write(key, chunksOf(bytes)));
      const iterator = (await run(store.read(key))).bytes[Symbol.asyncIterator]();
      const parts = [(await iterator.next()).value as Uint8Array];
      await run(store.remove(key));
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) parts.push(next.value);
      expect(Buffer.concat(parts).equals(bytes)).toBe(true);
    });

    test("provides a path for local readers", async () => {
      await run(store.write(key, chunksOf("for the parser")));
      const text = await run(store.withLocalPath(key, (path) => Effect.sync(() => readFileSync(path, "utf8"))));
      expect(text).toBe("for the parser");
      const missing = { ...key, documentId: newId() };
      expect(await failure(store.withLocalPath(missing, () => Effect.void))).toMatchObject({ reason: "not_found" });
    });
  });

  describe("housekeeping", () => {
    test("list returns every file of the store with its modification time, and no foreign files", async () => {
      const keys = Array.from({ length: 3 }, () => ({ ...key, documentId: newId() }));
      for (const each of keys) await run(store.write(each, chunksOf("x")));
      await opened.putForeign("notes.txt");
      const listed = await Array.fromAsync(store.list());
      const sorted = listed.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1));
      const expected = keys.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1));
      expect(sorted).toEqual(expected.map((each) => ({ ...each, modifiedAt: expect.any(Number) })));
    });

    test("ping succeeds", async () => {
      await run(store.ping);
    });

    test("remove returns whether the file existed", async () => {
      await run(store.write(key, chunksOf("x")));
      expect(await run(store.remove(key))).toBe(true);
      expect(await run(store.remove(key))).toBe(false);
      expect(await run(store.size(key))).toBeUndefined();
    });

    test("removeCollection removes its files and no others", async () => {
      const other = { collectionId: newId(), documentId: newId() };
      await run(store.write(key, chunksOf("x")));
      await run(store.write(other, chunksOf("y")));
      await run(store.removeCollection(key.collectionId));
      await run(store.removeCollection(newId()));
      expect(await run(store.size(key))).toBeUndefined();
      expect(await run(store.size(other))).toBe(1);
    });
  });
};
