import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ParseOrder, ParseUsage } from "../processes/parse-file.ts";

const run = promisify(execFile);

/** A thread or process that parses has this much heap by default (SERVICE_PARSE_MEMORY_MB). */
const HEAP_MEGABYTES = 1_024;

const runProgram = async (program: string, order: unknown): Promise<unknown> => {
  const path = fileURLToPath(new URL(`../processes/${program}`, import.meta.url));
  const flags = [...process.execArgv, `--max-old-space-size=${HEAP_MEGABYTES}`];
  const { stdout } = await run(process.execPath, [...flags, path, JSON.stringify(order)]);
  return JSON.parse(stdout);
};

/** Reads files with a parser in a new process. */
export const parseInProcess = async (
  order: Pick<ParseOrder, "parser" | "paths"> & Partial<ParseOrder>,
): Promise<ParseUsage> =>
  (await runProgram("parse-file.ts", { settings: {}, warmUpRounds: 0, rounds: 1, ...order })) as ParseUsage;

/** Reads a file as UTF-8 in blocks and does nothing with it, in a new process; gives its CPU milliseconds. */
export const decodeInProcess = async (path: string): Promise<number> =>
  ((await runProgram("decode-file.ts", { path })) as { readonly cpuMs: number }).cpuMs;

/** Unpacks every entry of zip files, in a new process; gives its CPU milliseconds per round. */
export const unzipInProcess = async (paths: readonly string[], rounds: number): Promise<readonly number[]> =>
  ((await runProgram("unzip-files.ts", { paths, rounds })) as { readonly cpuMs: readonly number[] }).cpuMs;

/** CPU milliseconds of `pdftotext` over files, one process each as it is meant to be used; undefined when it is missing. */
export const pdftotextCpuMs = async (paths: readonly string[]): Promise<number | undefined> => {
  // The shell's own "times" counts the children that it waited for, in milliseconds; Node tells it of no child.
  const script = 'for file in "$@"; do pdftotext "$file" - >/dev/null 2>&1; [ $? -eq 127 ] && exit 127; done; times';
  try {
    const { stdout } = await run("sh", ["-c", script, "sh", ...paths]);
    const spent = [
      ...stdout
        .trim()
        .split("\n")
        .at(-1)!
        .matchAll(/(\d+)m([\d.]+)s/g),
    ];
    return spent.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000, 0);
  } catch (error) {
    if ((error as { readonly code?: number }).code === 127) return undefined;
    throw error;
  }
};
