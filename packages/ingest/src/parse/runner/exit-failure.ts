import type { ChildEnd } from "@quarry/plugin/workers";
import { ParseFailure } from "../parse-failure.ts";
import { OVER_MEMORY } from "../process-protocol.ts";
import { crashFailure, memoryFailure } from "./worker-failure.ts";

/** Message of V8 before it aborts because its heap is full. */
const HEAP_IS_FULL = /FATAL ERROR: .*(heap out of memory|Allocation failed|heap limit)/;

/** Signals by which people and supervisors ask a process to end; they say nothing about the file. */
const ASKED_FROM_OUTSIDE: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

const MAX_DETAIL_LENGTH = 300;

/** Returns the reason why a document's process ended in the middle of it, though nobody had asked it to. */
export const exitFailure = (end: ChildEnd, memoryMegabytes: number): ParseFailure => {
  const { signal, lastWords } = end;
  const detail = describeEnd(end);
  if (lastWords.includes(OVER_MEMORY) || HEAP_IS_FULL.test(lastWords)) return memoryFailure(memoryMegabytes, detail);
  if (signal === "SIGKILL") return systemMemoryFailure(detail);
  if (ASKED_FROM_OUTSIDE.has(signal)) {
    return new ParseFailure({ reason: "unavailable", message: "reading the file was interrupted", detail });
  }
  return crashFailure(detail);
};

/** SIGKILL that is neither ours nor the process's own is how Linux gets memory back, a container's limit included. */
const systemMemoryFailure = (detail: string): ParseFailure =>
  new ParseFailure({
    reason: "memory",
    message:
      "reading the file was ended by the system, which does so when memory runs out: split the file, or give the service more memory",
    detail,
  });

const describeEnd = ({ code, signal, lastWords }: ChildEnd): string => {
  const how = signal === null ? `exit code ${code}` : signal;
  const lines = lastWords.split("\n").filter((line) => line.trim() !== "");
  const errorLine = lines.find((line) => /error/i.test(line)) ?? lines.at(-1);
  return `the parse process ended with ${how}${errorLine === undefined ? "" : `: ${errorLine.trim()}`}`.slice(
    0,
    MAX_DETAIL_LENGTH,
  );
};
