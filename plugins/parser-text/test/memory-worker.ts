import { parentPort, workerData } from "node:worker_threads";
import { visitFile } from "./read-text.ts";

const { path, fileType } = workerData as { path: string; fileType: string };
let characters = 0;
let longest = 0;
await visitFile(path, fileType, (event) => {
  if (event.type !== "block") return;
  characters += event.block.text.length;
  longest = Math.max(longest, event.block.text.length);
});
parentPort!.postMessage({ characters, longest });
