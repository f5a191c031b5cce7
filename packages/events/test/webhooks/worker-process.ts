import { open } from "./fixture.ts";

// Runs a worker in a separate process that the test kills. Arguments: the data folder and the retry delays.
const [directory, delays] = process.argv.slice(2) as [string, string];
const opened = await open(directory);
opened.work({ retryDelaysMs: JSON.parse(delays) as number[], timeoutMs: 60_000 });
console.log("working");
