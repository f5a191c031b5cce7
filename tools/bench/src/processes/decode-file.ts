// Reads a file in blocks and decodes it: what no reader of text can do without. Prints its CPU milliseconds.
import { createReadStream } from "node:fs";
import { ownUsage } from "./usage.ts";

const BLOCK_BYTES = 262_144;

const { path } = JSON.parse(process.argv[2]!) as { readonly path: string };
const before = ownUsage();
const decoder = new TextDecoder("utf-8", { fatal: true });
let characters = 0;
for await (const block of createReadStream(path, { highWaterMark: BLOCK_BYTES })) {
  characters += decoder.decode(block as Buffer, { stream: true }).length;
}
console.log(JSON.stringify({ cpuMs: ownUsage().cpuMs - before.cpuMs, characters }));
