import { workerModule } from "@quarry/plugin/workers";

/** The module of a worker that reads documents. */
export const workerFile = (name: string): URL => workerModule(import.meta.url, `./worker/${name}`);
