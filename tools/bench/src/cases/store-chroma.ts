import { addressOf } from "@quarry/services";
import chroma from "@quarry/vector-chroma";
import { Effect } from "effect";
import type { Case } from "../harness/bench.ts";
import { openPlugin } from "../support/plugins.ts";
import { compareWithClient } from "../support/store-beside-client.ts";
import { openChromaClient } from "../support/store-clients.ts";

export default {
  summary: "a search of Chroma through our plugin against the same search of its own client",
  needs: ["chroma"],
  run: async (bench) => {
    const { hostname, port } = new URL(addressOf("chroma"));
    const name = `bench_${Date.now().toString(36)}`;
    const settings = { host: hostname, port: Number(port), collectionPrefix: "bench-" };
    const { made: store } = bench.use(await openPlugin(chroma, settings, bench.directory));
    bench.use({ [Symbol.asyncDispose]: () => Effect.runPromise(store.dropCollection(name)) });
    await compareWithClient(bench, name, store, bench.use(await openChromaClient(name)), [100, 100]);
  },
} satisfies Case;
