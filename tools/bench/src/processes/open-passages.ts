import { PassageIndex, type PassageIndexService } from "@quarry/search";
import { Effect, ManagedRuntime } from "effect";

/** A passage index opened in this process, with nothing of the service around it. */
export interface OpenPassages extends AsyncDisposable {
  readonly index: PassageIndexService;
}

export const openPassages = async (directory: string): Promise<OpenPassages> => {
  const runtime = ManagedRuntime.make(PassageIndex.layerSqlite({ directory }));
  const index = await runtime.runPromise(Effect.service(PassageIndex));
  return { index, [Symbol.asyncDispose]: () => runtime.dispose() };
};
