import type { ChildEnd } from "@quarry/plugin/workers";
import { ParseFailure } from "../parse-failure.ts";
import { OVER_MEMORY } from "../process-protocol.ts";
import { crashFailure, memoryFailure } from "./worker-failure.ts";

/** Message of V8 before it aborts because its heap is full. */
const HEAP_IS_FULL = /FATAL ERROR: .*(heap out of memory|Allocation failed|heap limit)/;

/** Signals with which operators and supervisors end a process; they say nothing about the file. */
const EXTERNAL_STOP_SIGNALS: ReadonlySet<NodeJS.Signals | null> = new Set(["SIGTERM", "SIGINT", "SIGHUP"]);

const MAX_DETAIL_LENGTH = 300;

/** Returns the reason why a document's process ended unexpectedly. */
export const exitFailure = (end: ChildEnd, memoryMegabytes: number): ParseFailure => {
  const { signal, lastWords } = end;
  const detail = describeEnd(end);
  if (lastWords.includes(OVER_MEMORY) || HEAP_IS_FULL.test(lastWords)) return memoryFailure(memoryMegabytes, detail);
  if (signal === "SIGKILL") return systemMemoryFailure(detail);
  if (EXTERNAL_STOP_SIGNALS.has(signal)) {
    return new ParseFailure({ reason: "unavailable", message: "reading the file was interrupted", detail });
  }
  return crashFailure(detail);
};

/**
 * A SIGKILL sent neither by this service nor by the process itself is Linux reclaiming memory, including at a
 * container's limit.
 */
const systemMemoryFailure = (detail: string): ParseFailure =>
  new ParseFailure({
    reason: "memory",
    message:
      "reading the file was ended by the system, probably for lack of memory: split the file, or give the service more memory",
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
