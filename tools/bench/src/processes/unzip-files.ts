// Unpacks zip files whole: what no reader of them can do without. Prints its CPU milliseconds per round.
import { readFileSync } from "node:fs";
import { unzipSync } from "fflate";
import { ownUsage } from "./usage.ts";

const { paths, rounds } = JSON.parse(process.argv[2]!) as {
  readonly paths: readonly string[];
  readonly rounds: number;
};
const unzipAll = (): void => {
  for (const path of paths) unzipSync(readFileSync(path));
};

unzipAll();
const cpuMs: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const before = ownUsage();
  unzipAll();
  cpuMs.push(ownUsage().cpuMs - before.cpuMs);
}
console.log(JSON.stringify({ cpuMs }));
