import { parseArgs } from "node:util";
import { runLoad } from "./run-load.ts";

const USAGE = `npm run load -- --minutes 10 [--seed n]   mixed load on a service of its own; exit code 1 on a breach`;

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
const minutes = Number(values.minutes);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);

if (minutes > 0 && Number.isInteger(seed)) {
  console.log(`seed ${seed}`);
  process.exitCode = (await runLoad({ minutes, seed })) === 0 ? 0 : 1;
} else {
  console.error(USAGE);
  process.exitCode = 2;
}
