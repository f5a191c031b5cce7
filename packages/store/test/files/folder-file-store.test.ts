import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newId } from "@quarry/plugin/domain";
import { FileStore, folderFilesLayer } from "../../src/files/index.ts";
import { ManagedRuntime } from "effect";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { chunksOf, failure, fileStoreSuite, type OpenedStore, run } from "./file-store-suite.ts";

const openFolder = async (): Promise<OpenedStore & { readonly directory: string }> => {
  const directory = join(mkdtempSync(join(tmpdir(), "quarry-files-")), "files");
  const runtime = ManagedRuntime.make(folderFilesLayer({ directory }));
  return {
    directory,
    store: await runtime.runPromise(FileStore),
    unfinished: async () => readdirSync(join(directory, "incoming")),
    putForeign: async (name) => writeFileSync(join(directory, name), "not ours"),
    close: async () => {
      await runtime.dispose();
      rmSync(join(directory, ".."), { recursive: true });
    },
  };
};

fileStoreSuite(openFolder);

describe("the folder", () => {
  let opened: Awaited<ReturnType<typeof openFolder>>;
  const key = { collectionId: newId(), documentId: newId() };
  beforeEach(async () => void (opened = await openFolder()));
  afterEach(() => opened.close());

  const mode = (...path: string[]): number => statSync(join(opened.directory, ...path)).mode & 0o777;

  test("is accessible to its owner only", async () => {
    await run(opened.store.write(key, chunksOf("secret")));
    expect(mode()).toBe(0o700);
    expect(mode(key.collectionId)).toBe(0o700);
    expect(mode(key.collectionId, key.documentId)).toBe(0o600);
  });

  test("of a collection is removed with it", async () => {
    await run(opened.store.write(key, chunksOf("x")));
    await run(opened.store.removeCollection(key.collectionId));
    expect(existsSync(join(opened.directory, key.collectionId))).toBe(false);
  });

  test("is cleaned of leftovers of a killed process, and of nothing else", async () => {
    await run(opened.store.write(key, chunksOf("x")));
    writeFileSync(join(opened.directory, "incoming", newId()), "half of a fi");
    expect(await run(opened.store.sweepTemporary)).toBe(1);
    expect(await opened.unfinished()).toEqual([]);
    expect(await run(opened.store.size(key))).toBe(1);
  });

  test("fails ping and writes when it is missing", async () => {
    rmSync(opened.directory, { recursive: true });
    expect(await failure(opened.store.ping)).toMatchObject({ reason: "unavailable", isRetryable: true });
    expect(await failure(opened.store.write(key, chunksOf("x")))).toMatchObject({
      reason: "unavailable",
      isRetryable: true,
    });
  });
});
