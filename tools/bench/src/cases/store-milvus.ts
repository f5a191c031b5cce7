import { addressOf } from "@quarry/services";
import milvus from "@quarry/vector-milvus";
import { Effect } from "effect";
import type { Case } from "../harness/bench.ts";
import { openPlugin } from "../support/plugins.ts";
import { compareWithClient, STORE_DIMENSION } from "../support/store-beside-client.ts";
import { openMilvusClient } from "../support/store-clients.ts";

export default {
  summary: "a search of Milvus Lite through our plugin against the same search of its own client",
  needs: ["milvus-lite"],
  run: async (bench) => {
    const name = `bench_${Date.now().toString(36)}`;
    const settings = { address: new URL(addressOf("milvus-lite")).host, collectionPrefix: "bench_" };
    const { made: store } = bench.use(await openPlugin(milvus, settings, bench.directory));
    bench.use({ [Symbol.asyncDispose]: () => Effect.runPromise(store.dropCollection(name)) });
    // Fewer queries with a filter, because a server may answer those slowly.
    await compareWithClient(bench, name, store, bench.use(await openMilvusClient(name, STORE_DIMENSION)), [20, 5]);
  },
} satisfies Case;
