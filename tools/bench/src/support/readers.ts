// Functions that the case parse runs in separate processes.
import { createReadStream, readFileSync, statSync } from "node:fs";
import { basename, extname } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParserPlugin } from "@quarry/plugin";
import { unzipSync } from "fflate";
import * as Schema from "effect/Schema";

export interface Order {
  readonly path: string;
  readonly parser: string;
  readonly times: number;
}

export interface Read {
  /** CPU time of one read. */
  readonly cpuMs: number;
  readonly pages: number;
}

const cpuMsOf = async (times: number, work: () => unknown): Promise<number> => {
  // The first half compiles the code, as in a service that has run for a while.
  const warmUp = times === 1 ? 0 : times / 2;
  let before = process.cpuUsage();
  for (let time = -warmUp; time < times - warmUp; time += 1) {
    if (time === 0) before = process.cpuUsage();
    await work();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / (times - warmUp);
};

export const parse = async ({ path, parser, times }: Order): Promise<Read> => {
  const { default: plugin } = (await import(parser)) as { readonly default: ParserPlugin };
  const opened = await plugin.make(Schema.decodeUnknownSync(plugin.settings)({}));
  const source = { path, size: statSync(path).size, filename: basename(path), fileType: extname(path).slice(1) };
  let pages = 0;
  const cpuMs = await cpuMsOf(times, async () => {
    for await (const event of opened.parse(source, DEFAULT_PARSER_LIMITS))
      if (event.type === "info") pages = event.info.pageCount ?? pages;
  });
  return { cpuMs, pages };
};

export const decode = ({ path, times }: Order): Promise<number> =>
  cpuMsOf(times, async () => {
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for await (const block of createReadStream(path, { highWaterMark: 262_144 }))
      decoder.decode(block as Buffer, { stream: true });
  });

export const unpack = ({ path, times }: Order): Promise<number> => cpuMsOf(times, () => unzipSync(readFileSync(path)));
