import { writeFileSync } from "node:fs";
import { runTwice } from "./run-twice.ts";

const [outcomeFile, ...command] = process.argv.slice(2);
if (outcomeFile === undefined || command.length === 0) {
  console.error("usage: second-try <file for the outcome, JSON> npm test");
  process.exit(2);
}
const outcome = await runTwice(process.cwd(), command);
writeFileSync(outcomeFile, JSON.stringify(outcome));
process.exitCode = outcome.failed === 0 ? 0 : 1;
