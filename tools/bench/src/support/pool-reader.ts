// Functions that the case parse-pool runs in separate processes.
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, extname } from "node:path";
import { pathToFileURL } from "node:url";
import { ParsePool } from "@quarry/ingest";
import { DEFAULT_PARSER_LIMITS, type ParserPlugin, type ParserSource } from "@quarry/plugin";
import { ownUsage } from "@quarry/services/kit";
import { Effect } from "effect";
import * as Schema from "effect/Schema";
import { childrenUsage } from "./children-usage.ts";

export interface PoolOrder {
  readonly path: string;
  /** File read first, so that the parser is loaded and compiled. */
  readonly warmUp: string;
  readonly parser: string;
  readonly times: number;
}

export interface PoolRead {
  /** CPU time of one read, including the parser's process if it is another one. */
  readonly cpuMs: number;
  /** Peak memory of the parser's process. */
  readonly peakMb: number;
  readonly pieces: number;
  /** Time from the first task of an unused pool to the end of the warm-up file. */
  readonly firstMs: number;
}

const measured = async ({ path, warmUp, times }: PoolOrder, read: (path: string) => Promise<number>) => {
  const started = performance.now();
  await read(warmUp);
  const firstMs = performance.now() - started;
  const before = ownUsage().cpuMs + childrenUsage().cpuMs;
  let pieces = 0;
  for (let time = 0; time < times; time += 1) pieces = await read(path);
  const children = childrenUsage();
  const own = ownUsage();
  return {
    cpuMs: (own.cpuMs + children.cpuMs - before) / times,
    peakMb: children.peakMemoryMb || own.peakMemoryMb,
    pieces,
    firstMs,
  };
};

const sourceOf = (path: string): ParserSource => ({
  ...{ path, size: statSync(path).size, filename: basename(path), fileType: extname(path).slice(1) },
});

const pluginOf = async (name: string) => ((await import(name)) as { readonly default: ParserPlugin }).default;

export const alone = async (order: PoolOrder): Promise<PoolRead> => {
  const plugin = await pluginOf(order.parser);
  const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({}));
  return measured(order, async (path) => {
    let blocks = 0;
    for await (const { type } of parser.parse(sourceOf(path), DEFAULT_PARSER_LIMITS)) if (type === "block") blocks += 1;
    return blocks;
  });
};

/** Reads a file through a pool with the service's defaults. */
export const throughPool = async (order: PoolOrder): Promise<PoolRead> => {
  const { isolation = "thread" } = (await pluginOf(order.parser)).capabilities;
  const moduleUrl = pathToFileURL(createRequire(import.meta.url).resolve(order.parser)).href;
  const parser = { plugin: order.parser, moduleUrl, settings: {}, isolation };
  const bounds = { chunkSize: 512, chunkOverlap: 50, maxChunkTokens: 8_000 };
  const { signal } = new AbortController();
  const reading = Effect.gen(function* () {
    const pool = yield* ParsePool;
    return yield* Effect.promise(() =>
      measured(order, async (path) => {
        let chunks = 0;
        for await (const event of pool.parse({ source: sourceOf(path), parser, ...bounds }, signal)) {
          if (event.type === "chunks") chunks += event.chunks.length;
        }
        return chunks;
      }),
    );
  });
  const options = { threads: 1, timeoutMs: 600_000, memoryMegabytes: 1_024 };
  return Effect.runPromise(Effect.provide(reading, ParsePool.layer(options)));
};
