import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DomainError, newId } from "@quarry/domain";
import { FileStore, type FileStoreService, fileStoreErrorToDomain, type FileKey } from "@quarry/files";
import { Effect, Exit, Fiber, ManagedRuntime } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const run = Effect.runPromise;
const failure = <A, E>(effect: Effect.Effect<A, E>): Promise<E> => run(Effect.flip(effect));

let directory: string;
let runtime: ManagedRuntime.ManagedRuntime<FileStore, unknown>;
let store: FileStoreService;
let key: FileKey;

beforeEach(async () => {
  directory = join(mkdtempSync(join(tmpdir(), "quarry-files-")), "files");
  runtime = ManagedRuntime.make(FileStore.layerFolder({ directory }));
  store = await runtime.runPromise(FileStore);
  key = { collectionId: newId(), documentId: newId() };
});

afterEach(async () => {
  await runtime.dispose();
  rmSync(join(directory, ".."), { recursive: true });
});

async function* chunksOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}

const readAll = async (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(bytes));
const incoming = (): string[] => readdirSync(join(directory, "incoming"));
const everyFile = (): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

const mode = (path: string): number => statSync(path).mode & 0o777;

async function* broken(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(10);
  throw new Error("socket hang up");
}

describe("write", () => {
  test("keeps the bytes and tells their size and hash", async () => {
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
    expect(incoming()).toEqual([]);
  });

  test("keeps an empty file", async () => {
    expect(await run(store.write(key, chunksOf()))).toMatchObject({ size: 0 });
    expect(await run(store.size(key))).toBe(0);
    expect((await readAll((await run(store.read(key))).bytes)).length).toBe(0);
  });

  test("nobody else on the machine can read it", async () => {
    await run(store.write(key, chunksOf("secret")));
    expect(mode(directory)).toBe(0o700);
    expect(mode(join(directory, key.collectionId))).toBe(0o700);
    expect(mode(join(directory, key.collectionId, key.documentId))).toBe(0o600);
  });

  test("exactly maxBytes fits, one more is too large and leaves nothing", async () => {
    await run(store.write(key, chunksOf("abc", "de"), { maxBytes: 5 }));
    const other = { ...key, documentId: newId() };
    const error = await failure(store.write(other, chunksOf("abc", "def"), { maxBytes: 5 }));
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({ code: "too_large", message: "file: it is larger than the limit of 5 bytes" });
    expect(everyFile()).toEqual([key.documentId]);
  });

  test("too large is decided while the bytes come: the source is not read to its end", async () => {
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

  test("a source that fails leaves nothing", async () => {
    const error = await failure(store.write(key, broken()));
    expect(error).toMatchObject({ _tag: "FileStoreError", reason: "aborted" });
    expect(everyFile()).toEqual([]);
  });

  test("the source's own refusal comes out as it is", async () => {
    const refusal = new DomainError({ code: "invalid_argument", message: "file: part is missing" });
    async function* refusing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      throw refusal;
    }
    expect(await failure(store.write(key, refusing()))).toBe(refusal);
    expect(everyFile()).toEqual([]);
  });

  test("an interruption leaves nothing, also when the source never goes on", async () => {
    const began = Promise.withResolvers<void>();
    async function* stuck(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(10);
      began.resolve();
      await new Promise(() => {});
    }
    const fiber = Effect.runFork(store.write(key, stuck()));
    await began.promise;
    expect(incoming()).toHaveLength(1);
    await run(Fiber.interrupt(fiber));
    expect(Exit.hasInterrupts(await run(Fiber.await(fiber)))).toBe(true);
    expect(everyFile()).toEqual([]);
  });

  test("a failed write keeps the file that was there", async () => {
    await run(store.write(key, chunksOf("first")));
    await failure(store.write(key, chunksOf("second, and too long"), { maxBytes: 6 }));
    expect((await readAll((await run(store.read(key))).bytes)).toString()).toBe("first");
  });

  test("writes and removals of one collection at the same moment end in a whole file or none", async () => {
    const ids = Array.from({ length: 20 }, () => newId());
    const writes = ids.map((documentId) => store.write({ ...key, documentId }, chunksOf("some ", "text")));
    await run(Effect.all([...writes, store.removeCollection(key.collectionId)], { concurrency: "unbounded" }));
    for (const documentId of ids) {
      const size = await run(store.size({ ...key, documentId }));
      expect([undefined, 9]).toContain(size);
    }
    expect(incoming()).toEqual([]);
  });
});

describe("keys", () => {
  test.each(["../../etc", "", "a/b", "00000000-0000-0000-0000-00000000000G", "incoming"])(
    "%j is refused",
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
  test("a range is cut to the file", async () => {
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

  test("of a missing file is not found, with a message for callers that names no path", async () => {
    const error = await failure(store.read(key));
    expect(error).toMatchObject({ reason: "not_found", message: "the file does not exist (ENOENT)" });
    expect(fileStoreErrorToDomain(error)).toMatchObject({
      code: "not_found",
      message: "the document's file does not exist",
    });
  });

  test("goes on when the file is removed meanwhile", async () => {
    const bytes = randomBytes(1_000_000);
    await run(store.write(key, chunksOf(bytes)));
    const iterator = (await run(store.read(key))).bytes[Symbol.asyncIterator]();
    const parts = [(await iterator.next()).value as Uint8Array];
    await run(store.remove(key));
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) parts.push(next.value);
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test("gives a path to local readers", async () => {
    await run(store.write(key, chunksOf("for the parser")));
    const text = await run(store.withLocalPath(key, (path) => Effect.sync(() => readFileSync(path, "utf8"))));
    expect(text).toBe("for the parser");
    const missing = { ...key, documentId: newId() };
    expect(await failure(store.withLocalPath(missing, () => Effect.void))).toMatchObject({ reason: "not_found" });
  });
});

describe("housekeeping", () => {
  test("remove tells whether there was a file", async () => {
    await run(store.write(key, chunksOf("x")));
    expect(await run(store.remove(key))).toBe(true);
    expect(await run(store.remove(key))).toBe(false);
    expect(await run(store.size(key))).toBeUndefined();
  });

  test("removeCollection takes its files and no others", async () => {
    const other = { collectionId: newId(), documentId: newId() };
    await run(store.write(key, chunksOf("x")));
    await run(store.write(other, chunksOf("y")));
    await run(store.removeCollection(key.collectionId));
    await run(store.removeCollection(newId()));
    expect(existsSync(join(directory, key.collectionId))).toBe(false);
    expect(await run(store.size(other))).toBe(1);
  });

  test("sweepTemporary removes what a killed process left, and list shows only whole files", async () => {
    await run(store.write(key, chunksOf("x")));
    writeFileSync(join(directory, "incoming", newId()), "half of a fi");
    writeFileSync(join(directory, "notes.txt"), "not ours");
    const listed = await Array.fromAsync(store.list());
    expect(listed).toEqual([{ ...key, modifiedAt: expect.any(Number) }]);
    expect(await run(store.sweepTemporary)).toBe(1);
    expect(incoming()).toEqual([]);
    expect(await run(store.size(key))).toBe(1);
  });

  test("ping tells when the folder is gone", async () => {
    await run(store.ping);
    rmSync(directory, { recursive: true });
    expect(await failure(store.ping)).toMatchObject({ reason: "unavailable", isRetryable: true });
    expect(await failure(store.write(key, chunksOf("x")))).toMatchObject({ reason: "unavailable", isRetryable: true });
  });
});
