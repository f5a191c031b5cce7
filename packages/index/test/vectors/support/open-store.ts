import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { VectorRecord, VectorStoreV1 } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";
import { onTestFinished } from "vitest";
import { makeVectorStore, startThreads, type StoreThreads } from "../../../src/vectors/embedded-vector-store.ts";
import { EmbeddedSettings } from "../../../src/vectors/settings.ts";

export interface OpenedStore {
  readonly store: VectorStoreV1;
  readonly threads: StoreThreads;
  readonly log: readonly string[];
  readonly close: () => Promise<void>;
}

/** Opens the store in a folder. It is closed when the test ends, if not before. */
export const openStore = async (
  dataDirectory: string,
  settings: unknown = {},
  patienceMs?: number,
): Promise<OpenedStore> => {
  const scope = await Effect.runPromise(Scope.make());
  const log: string[] = [];
  const context = { dataDirectory, log: (_: string, message: string) => void log.push(message) };
  const decoded = Schema.decodeUnknownSync(EmbeddedSettings)(settings);
  const threads = await Effect.runPromise(startThreads(decoded, context, patienceMs).pipe(Scope.provide(scope)));
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void));
  onTestFinished(close);
  return { store: makeVectorStore(threads), threads, log, close };
};

/** Creates a folder that is removed when the test ends. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "quarry-vectors-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

export const run = Effect.runPromise;

/** Returns a unit vector that depends only on the seed. */
export const vectorOf = (seed: number, dimension: number): Float32Array => {
  const parts = Array.from({ length: dimension }, (_, i) => Math.sin((seed + 1) * 12.9898 + (i + 1) * 78.233));
  const length = Math.hypot(...parts);
  return Float32Array.from(parts, (part) => part / length);
};

export const recordOf = (id: string, seed: number, dimension = 4): VectorRecord => ({
  id,
  vector: vectorOf(seed, dimension),
  metadata: { seed },
  text: `text ${seed}`,
});
