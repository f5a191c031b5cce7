import { addressOf } from "@quarry/services";
import opensearch from "@quarry/vector-opensearch";
import { Effect } from "effect";
import type { Case } from "../harness/bench.ts";
import { openPlugin } from "../support/plugins.ts";
import { compareWithClient, STORE_DIMENSION } from "../support/store-beside-client.ts";
import { openOpenSearchClient } from "../support/store-clients.ts";

export default {
  summary: "a search of OpenSearch through our plugin against the same search over its own HTTP",
  needs: ["opensearch"],
  run: async (bench) => {
    const name = `bench_${Date.now().toString(36)}`;
    const settings = { address: addressOf("opensearch"), indexPrefix: "bench-" };
    const { made: store } = bench.use(await openPlugin(opensearch, settings, bench.directory));
    bench.use({ [Symbol.asyncDispose]: () => Effect.runPromise(store.dropCollection(name)) });
    await compareWithClient(bench, name, store, bench.use(await openOpenSearchClient(name, STORE_DIMENSION)), [40, 40]);
  },
} satisfies Case;
