import { workerData } from "node:worker_threads";
import { CollectionWriters } from "./collection-writers.ts";
import { WriterLoop } from "./writer-loop.ts";

const { directory } = workerData as { readonly directory: string };
new WriterLoop(new CollectionWriters(directory)).start();
