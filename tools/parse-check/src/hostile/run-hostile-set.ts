import type { RunningService } from "../service/running-service.ts";
import { MemoryWatch } from "../service/tree-memory.ts";
import type { HostileFile } from "./hostile-file.ts";
import { problemsOf } from "./judge.ts";

/** How one file fared. */
export interface HostileResult {
  readonly file: HostileFile;
  readonly bytes: number;
  readonly status: string;
  readonly message: string | null;
  readonly chunks: number;
  readonly seconds: number;
  /** Most memory of the service and its children while it was read. */
  readonly peakBytes: number;
  readonly problems: readonly string[];
}

const COLLECTION = "hostile";
/** What a document may take beyond the time limit of its parsing: three pages of OCR, which have a limit of their own. */
const SLACK_MS = 200_000;
const GOOD_DEADLINE_MS = 60_000;

/** Uploads one file after the other, and a good file behind each, which must become ready. */
export async function* runHostileSet(
  files: readonly HostileFile[],
  service: RunningService,
  parseTimeoutMs: number,
): AsyncGenerator<HostileResult> {
  const { client, pid } = service;
  await client.createCollection(COLLECTION);
  using memory = new MemoryWatch(pid);
  for (const [index, file] of files.entries()) {
    const bytes = await file.make();
    memory.takePeak();
    const start = performance.now();
    const { id } = await client.upload(COLLECTION, file.filename, bytes);
    const document = await client.settled(COLLECTION, id, parseTimeoutMs + SLACK_MS);
    const seconds = (performance.now() - start) / 1000;
    const peakBytes = memory.takePeak();
    const texts = document.status === "ready" ? await client.texts(COLLECTION, id) : [];
    const problems = [...problemsOf(file, document, texts), ...(await goodFileProblems(service, index))];
    await client.remove(COLLECTION, id);
    const { status, error_message: message, chunk_count: chunks } = document;
    yield { file, bytes: bytes.length, status, message, chunks, seconds, peakBytes, problems };
  }
}

const goodFileProblems = async ({ client, isRunning }: RunningService, index: number): Promise<readonly string[]> => {
  if (!isRunning) return ["the service has ended"];
  const good = await client.upload(
    COLLECTION,
    `good-${index}.md`,
    Buffer.from(`# Good\n\nGood file number ${index}.\n`),
  );
  const { status, error_message: message } = await client.settled(COLLECTION, good.id, GOOD_DEADLINE_MS);
  await client.remove(COLLECTION, good.id);
  return status === "ready" ? [] : [`the good file behind it is ${status}: ${message}`];
};
