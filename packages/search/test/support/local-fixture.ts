import { EmbeddedSettings, type LocalVectors, makeVectorStore, startThreads } from "@quarry/index";
import type { VectorStoreV1 } from "@quarry/plugin";
import { Effect, Exit, Schema, Scope } from "effect";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A real embedded store on real files. `using` closes it and removes them. */
export interface OpenVectors extends AsyncDisposable {
  readonly store: VectorStoreV1;
  readonly local: LocalVectors;
  /** Ends the thread that owns the vectors, as a crash would. */
  readonly kill: () => Promise<void>;
}

export const openVectors = async (settings: unknown = {}): Promise<OpenVectors> => {
  const directory = mkdtempSync(join(tmpdir(), "quarry-vectors-"));
  const scope = await Effect.runPromise(Scope.make());
  const context = { dataDirectory: directory, log: () => {} };
  const decoded = Schema.decodeUnknownSync(EmbeddedSettings)(settings);
  const threads = await Effect.runPromise(startThreads(decoded, context).pipe(Scope.provide(scope)));
  return {
    store: makeVectorStore(threads),
    local: threads.local,
    kill: () => threads.reader.kill(),
    [Symbol.asyncDispose]: async () => {
      await Effect.runPromise(Scope.close(scope, Exit.void));
      rmSync(directory, { recursive: true, force: true });
    },
  };
};
