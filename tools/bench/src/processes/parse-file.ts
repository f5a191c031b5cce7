// Reads files with a parser, in a process of its own, and prints what that took: one JSON line.
import { statSync } from "node:fs";
import { basename, extname } from "node:path";
import { DEFAULT_PARSER_LIMITS, type ParserPlugin } from "@quarry/plugin";
import * as Schema from "effect/Schema";
import { ownUsage } from "./usage.ts";

/** What to read and how. */
export interface ParseOrder {
  /** Package name of the parser. */
  readonly parser: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly paths: readonly string[];
  /** Rounds that are run first and not counted: code is compiled then, as in a service that runs for a while. */
  readonly warmUpRounds: number;
  readonly rounds: number;
}

/** What that took. */
export interface ParseUsage {
  /** Of each counted round. */
  readonly cpuMs: readonly number[];
  /** Of the process, from its start. */
  readonly peakMemoryMb: number;
  readonly blocks: number;
  readonly characters: number;
  readonly pages: number;
}

const order = JSON.parse(process.argv[2]!) as ParseOrder;
const { default: plugin } = (await import(order.parser)) as { readonly default: ParserPlugin };
const parser = await plugin.make(Schema.decodeUnknownSync(plugin.settings)(order.settings));
const counted = { blocks: 0, characters: 0, pages: 0 };

const readAll = async (): Promise<void> => {
  for (const path of order.paths) {
    const fileType = extname(path).slice(1);
    const source = { path, size: statSync(path).size, filename: basename(path), fileType };
    for await (const event of parser.parse(source, DEFAULT_PARSER_LIMITS)) {
      if (event.type === "block") {
        counted.blocks += 1;
        counted.characters += event.block.text.length;
      } else if (event.type === "info") counted.pages = event.info.pageCount ?? counted.pages;
    }
  }
};

for (let round = 0; round < order.warmUpRounds; round += 1) await readAll();
counted.blocks = counted.characters = 0;
const cpuMs: number[] = [];
for (let round = 0; round < order.rounds; round += 1) {
  const before = ownUsage();
  await readAll();
  cpuMs.push(ownUsage().cpuMs - before.cpuMs);
}
const usage: ParseUsage = { cpuMs, peakMemoryMb: ownUsage().peakMemoryMb, ...counted };
console.log(JSON.stringify(usage));
