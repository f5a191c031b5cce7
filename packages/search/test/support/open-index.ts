import { PassageIndex, type PassageIndexService, sqlitePassageIndexLayer } from "@quarry/index";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Effect, ManagedRuntime } from "effect";

/** A real index on real files. `using` closes it and removes them. */
export interface OpenIndex extends AsyncDisposable {
  readonly directory: string;
  readonly index: PassageIndexService;
  /** Closes the index; the files stay. */
  close(): Promise<void>;
}

export const openIndex = async (directory = mkdtempSync(join(tmpdir(), "quarry-search-"))): Promise<OpenIndex> => {
  const runtime = ManagedRuntime.make(sqlitePassageIndexLayer({ directory }));
  const index = await runtime.runPromise(Effect.service(PassageIndex));
  return {
    directory,
    index,
    close: () => runtime.dispose(),
    [Symbol.asyncDispose]: async () => {
      await runtime.dispose();
      rmSync(directory, { recursive: true, force: true });
    },
  };
};

export const run = Effect.runPromise;
