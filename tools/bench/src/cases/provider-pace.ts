import { setTimeout as pause } from "node:timers/promises";
import { madeUpWords, Quarry } from "@quarry/services/kit";
import type { Case } from "../harness/bench.ts";
import { taken } from "../harness/measure.ts";
import { Caller, sendAll } from "../support/caller.ts";
import { embeddersOf, PROVIDED, PROVIDER_KEY, type ProviderSeen, startProvider } from "../support/provider.ts";

const LATENCY_MS = 50;
const CONCURRENCY = 8;
/** Small calls, so that the number of calls is measured and not the texts. */
const TEXTS_PER_CALL = 8;
/** About 25 calls. */
const CHARACTERS = 40_000;
const LOOK_MS = 50;

export default {
  summary: `a provider that answers in ${LATENCY_MS} ms, ${CONCURRENCY} calls at once, against a bare client that makes such calls`,
  run: async (bench) => {
    const provider = bench.use(await startProvider(LATENCY_MS));
    const config = { embedders: embeddersOf(provider, CONCURRENCY, { maxBatchTexts: TEXTS_PER_CALL }) };
    const quarry = bench.use(await Quarry.start({ config, data: `${bench.directory}/data` }));
    const caller = bench.use(new Caller(quarry));
    const collection = { name: "library", chunk_size: 64, chunk_overlap: 0, ...PROVIDED };
    await quarry.call("POST", "/v1/collections", collection);
    let seed = 0;
    const documents = bench.scaled(60, 2);
    const callers = Array.from({ length: CONCURRENCY }, () => {
      return bench.use(new Caller({ port: provider.port, authorization: `Bearer ${PROVIDER_KEY}` }));
    });
    const input = Array.from({ length: TEXTS_PER_CALL }, (_, at) => `${"A heron waits for fish. ".repeat(9)}${at}`);
    const body = { model: "text-embedding-3-small", input, dimensions: PROVIDED.dimension, encoding_format: "base64" };
    const bare = Array.from({ length: bench.scaled(800, 80) }, () =>
      callers[0]!.request("POST", "/v1/embeddings", body),
    );
    await bench.compare({
      reference: "bare client",
      rounds: 3,
      subject: async () => {
        const texts = Array.from({ length: documents }, () => madeUpWords().document(CHARACTERS, (seed += 1)));
        const before = await provider.ask<ProviderSeen>("seen");
        const calling = { first: 0, last: 0, calls: before.calls };
        const state = { isDone: false };
        const look = async (): Promise<void> => {
          while (!state.isDone) {
            const { calls } = await provider.ask<ProviderSeen>("seen");
            if (calls > calling.calls) calling.last = performance.now();
            if (calls > calling.calls && calling.first === 0) calling.first = calling.last - LOOK_MS;
            calling.calls = calls;
            await pause(LOOK_MS);
          }
        };
        const looking = look();
        const { cpuMs } = await taken(() => caller.ingest("library", texts), quarry).finally(
          () => (state.isDone = true),
        );
        await looking;
        const after = await provider.ask<ProviderSeen>("seen");
        const [calls, elapsedMs] = [after.calls - before.calls, calling.last - calling.first];
        return {
          rate: calls / (elapsedMs / 1_000),
          underWay: (after.callMs - before.callMs) / elapsedMs,
          cpu: cpuMs / calls,
          memory: (await quarry.usageWithoutGarbage()).memoryMb,
        };
      },
      other: async () => ({ rate: bare.length / ((await taken(() => sendAll(callers, bare))).ms / 1_000) }),
      figures: {
        rate: [`calls (ideal: ${CONCURRENCY / (LATENCY_MS / 1_000)})`, "/s"],
        underWay: ["calls under way", "of 8"],
        cpu: ["server CPU of a call", "ms"],
        memory: ["memory after each round", "MB"],
      },
    });
  },
} satisfies Case;
