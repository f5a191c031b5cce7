import { open } from "./fixture.ts";

// A worker in a process of its own, to be killed: the data folder and the retry waits are its arguments.
const [directory, delays] = process.argv.slice(2) as [string, string];
const opened = await open(directory);
opened.work({ retryDelaysMs: JSON.parse(delays) as number[], timeoutMs: 60_000 });
console.log("working");
