import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Quarry } from "@quarry/services/kit";
import { style } from "./style.ts";

const LIBRARY = fileURLToPath(new URL("../library/", import.meta.url));

export const COLLECTION = "handbook";

export interface Ingested {
  readonly documents: number;
  readonly chunks: number;
  readonly seconds: number;
  readonly failures: readonly string[];
}

interface Document {
  readonly id: string;
  readonly filename: string;
  readonly status: string;
  readonly chunk_count: number;
  readonly error_message: string | null;
}

/** Uploads all files of the library at once, and follows each document's progress stream until it is ready. */
export const ingestLibrary = async (service: Quarry): Promise<Ingested> => {
  await service.call("POST", "/v1/collections", { name: COLLECTION, description: "A handbook about Quarry itself" });
  const files = (await readdir(LIBRARY)).sort();
  console.log(style.bold(`Ingesting ${files.length} files`));
  const started = performance.now();
  const documents = await Promise.all(files.map((file) => ingest(service, file)));
  const seconds = (performance.now() - started) / 1000;
  const failures = documents
    .filter((document) => document.status !== "ready" || document.chunk_count === 0)
    .map((document) => `${document.filename} is ${document.status}: ${document.error_message}`);
  const chunks = documents.reduce((sum, document) => sum + document.chunk_count, 0);
  return { documents: documents.length, chunks, seconds, failures };
};

const ingest = async (service: Quarry, file: string): Promise<Document> => {
  const form = new FormData();
  form.append("file", new Blob([await readFile(LIBRARY + file)]), file);
  form.append("metadata", JSON.stringify({ source: "demo" }));
  const path = `/v1/collections/${COLLECTION}/documents`;
  const uploaded = await service.call<Document>("POST", path, form);
  for await (const { step, progress, message } of watch(service, `${path}/${uploaded.id}/progress`)) {
    const percent = `${Math.round(progress)} %`.padStart(5);
    console.log(`  ${percent}  ${file.padEnd(26)} ${style.dim(`${step}: ${message}`)}`);
  }
  return service.call<Document>("GET", `${path}/${uploaded.id}`);
};

interface Step {
  readonly step: string;
  readonly progress: number;
  readonly message: string;
}

/** Reads a server-sent event stream to its end. */
async function* watch({ address, authorization }: Quarry, path: string): AsyncGenerator<Step> {
  const response = await fetch(address + path, { headers: { authorization } });
  let pending = "";
  for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + text).split("\n");
    pending = lines.pop() as string;
    for (const line of lines) if (line.startsWith("data: ")) yield JSON.parse(line.slice(6)) as Step;
  }
}
