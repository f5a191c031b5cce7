import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Quarry } from "@quarry/services/kit";
import { treeResidentBytes } from "../tree-memory.ts";
import type { HostileFile } from "./hostile-file.ts";
import { hostileSet } from "./hostile-set.ts";
import { type EndedDocument, problemsOf } from "./judge.ts";

const USAGE = `npm run hostile -- run             uploads the set to a service of its own
npm run hostile -- write <folder>  writes it
  --only <regex>       files of which this says something, by group or by what they are
  --quick              those that are part of npm test
  --report <file>      a table of all files
  --timeout <seconds>  for reading one file`;

/** Far below the service's default, so that the set ends in reasonable time; valid files need less. */
const PARSE_TIMEOUT_SECONDS = 30;
/** Milliseconds that a document may exceed its limit: three pages of text recognition, which has its own limit. */
const SLACK_MS = 200_000;
const GOOD_DEADLINE_MS = 60_000;
const POLL_MS = 40;
const MEMORY_LOOK_MS = 100;
const MEGABYTE = 1_048_576;

export const runHostile = async (words: readonly string[]): Promise<boolean> => {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      only: { type: "string", default: "" },
      quick: { type: "boolean", default: false },
      report: { type: "string" },
      timeout: { type: "string", default: String(PARSE_TIMEOUT_SECONDS) },
    },
  });
  const wanted = new RegExp(values.only, "i");
  const files = Object.entries(await hostileSet()).flatMap(([group, set]) =>
    set
      .filter(({ what, isSlow }) => (wanted.test(what) || wanted.test(group)) && !(values.quick && isSlow === true))
      .map((file) => ({ ...file, group })),
  );
  const [command, folder] = positionals;
  if (command === "write" && folder !== undefined) {
    await Promise.all(files.map((file) => writeHostile(file, join(folder, file.group))));
    console.log(`${files.length} files written to ${folder}`);
    return true;
  }
  if (command !== "run") {
    console.error(USAGE);
    return false;
  }
  return await upload(files, values.timeout, values.report);
};

const writeHostile = async ({ what, filename, make }: HostileFile, folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${what.replaceAll(/[^a-z0-9]+/gi, "-")}.${filename.split(".").at(-1)}`), make());
};

interface UploadedDocument extends EndedDocument {
  readonly id: string;
}

const DOCUMENTS = "/v1/collections/hostile/documents";

/** Uploads one file after the other, each followed by a valid file, which must become ready. */
const upload = async (
  files: readonly (HostileFile & { readonly group: string })[],
  timeoutSeconds: string,
  report: string | undefined,
): Promise<boolean> => {
  await using service = await Quarry.start({ environment: { SERVICE_PARSE_TIMEOUT_SECONDS: timeoutSeconds } });
  await service.call("POST", "/v1/collections", { name: "hostile" });
  let peak = 0;
  using _ = every(MEMORY_LOOK_MS, () => (peak = Math.max(peak, treeResidentBytes(service.pid))));
  const rows: string[][] = [];
  let withProblems = 0;
  for (const file of files) {
    const bytes = file.make();
    peak = 0;
    const start = performance.now();
    const document = await ended(service, file.filename, bytes, Number(timeoutSeconds) * 1000 + SLACK_MS);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const problems = [
      ...problemsOf(file, document, await textsOf(service, document)),
      ...(await goodProblems(service)),
    ];
    await service.call("DELETE", `${DOCUMENTS}/${document.id}`);
    const { status, error_message: message, chunk_count: chunks } = document;
    const end = status === "ready" ? `ready, ${chunks} chunks` : status;
    const verdict = problems.length === 0 ? "ok" : `PROBLEM ${problems.join("; ")}`;
    if (problems.length > 0) withProblems += 1;
    console.log(`${seconds} s  ${file.what}: ${end}${message === null ? "" : ` (${message})`}  ${verdict}`);
    const size = `${(bytes.length / 1_024).toFixed(1)} kB`;
    rows.push([file.group, file.what, size, end, message ?? "", seconds, (peak / MEGABYTE).toFixed(0), verdict]);
  }
  if (report !== undefined) await writeFile(report, table(rows));
  const most = (column: number) => Math.max(0, ...rows.map((row) => Number(row[column])));
  const retained = service.isRunning ? "kept its process" : "ended";
  console.log(
    `\nhostile: ${rows.length} files, longest ${most(5)} s, most memory ${most(6)} MB, ${withProblems} with problems; the service ${retained}`,
  );
  return service.isRunning && withProblems === 0;
};

const every = (milliseconds: number, look: () => void): Disposable => {
  const timer = setInterval(look, milliseconds);
  return { [Symbol.dispose]: () => clearInterval(timer) };
};

/** Returns the document of a file once it is ready or failed, or its last state after the deadline. */
const ended = async (
  service: Quarry,
  filename: string,
  bytes: Uint8Array,
  deadlineMs: number,
): Promise<UploadedDocument> => {
  const form = new FormData();
  form.append("file", new Blob([bytes as Uint8Array<ArrayBuffer>]), filename);
  const { id } = await service.call<UploadedDocument>("POST", DOCUMENTS, form);
  for (const deadline = Date.now() + deadlineMs; ; await sleep(POLL_MS)) {
    const document = await service.call<UploadedDocument>("GET", `${DOCUMENTS}/${id}`);
    if (document.status === "ready" || document.status === "failed" || Date.now() > deadline) return document;
  }
};

const textsOf = async (service: Quarry, { id, status }: UploadedDocument): Promise<readonly string[]> => {
  if (status !== "ready") return [];
  const path = `${DOCUMENTS}/${id}/chunks?limit=200`;
  const { chunks } = await service.call<{ readonly chunks: readonly { readonly text: string }[] }>("GET", path);
  return chunks.map(({ text }) => text);
};

const goodProblems = async (service: Quarry): Promise<readonly string[]> => {
  if (!service.isRunning) return ["the service has ended"];
  const good = Buffer.from("# Good\n\nThe good file behind it.\n");
  const { id, status, error_message: message } = await ended(service, "good.md", good, GOOD_DEADLINE_MS);
  await service.call("DELETE", `${DOCUMENTS}/${id}`);
  return status === "ready" ? [] : [`the good file behind it is ${status}: ${message}`];
};

const table = (rows: readonly (readonly string[])[]): string =>
  [["group", "file", "size", "ends", "message", "s", "MB", "verdict"], Array<string>(8).fill("---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll(/\s+/g, " ").replaceAll("|", "\\|")).join(" | ")} |\n`)
    .join("");
