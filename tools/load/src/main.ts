import { parseArgs } from "node:util";
import { runKills } from "./kills/run-kills.ts";
import { runMixed } from "./mixed/run-mixed.ts";

const USAGE = `npm run load -- --minutes 10 [--seed n]   mixed load on a service of its own; exit code 1 on a breach
npm run load -- --kills 200 [--seed n]    kill -9 at random moments of writing, learning and graph building, and checks after each`;

// Exits explicitly on a signal: listeners of "exit" end the service, and a termination by the signal itself would skip
// them.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const { values } = parseArgs({
  options: { minutes: { type: "string" }, kills: { type: "string" }, seed: { type: "string" } },
});
const minutes = Number(values.minutes);
const kills = Number(values.kills);
const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000) : Number(values.seed);

if (!Number.isInteger(seed) || !(kills > 0 || minutes > 0)) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  console.log(`seed ${seed}`);
  const { breaches, lines } = kills > 0 ? await runKills(kills, seed) : await runMixed(minutes, seed);
  for (const line of [...lines, ...breaches.lines]) console.log(line);
  process.exitCode = breaches.count === 0 ? 0 : 1;
}
