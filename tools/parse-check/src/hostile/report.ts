import type { HostileResult } from "./run-hostile-set.ts";

const MEGABYTE = 1_048_576;

const sizeText = (bytes: number): string => {
  if (bytes >= MEGABYTE) return `${(bytes / MEGABYTE).toFixed(1)} MB`;
  return bytes >= 1_024 ? `${(bytes / 1_024).toFixed(1)} kB` : `${bytes} B`;
};

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

/** A Markdown table of every file and a line of totals. */
export const hostileReport = (results: readonly HostileResult[]): string => {
  const lines = results.map(({ file, bytes, status, message, chunks, seconds, peakBytes, problems }) =>
    row([
      file.group,
      file.what,
      sizeText(bytes),
      status === "ready" ? `ready, ${chunks} chunks` : status,
      message ?? "",
      seconds.toFixed(1),
      (peakBytes / MEGABYTE).toFixed(0),
      problems.join("; "),
    ]),
  );
  return [
    row(["group", "file", "size", "ends", "message", "s", "MB", "problems"]),
    row(["---", "---", "---:", "---", "---", "---:", "---:", "---"]),
    ...lines,
    "",
    hostileSummary(results),
    "",
  ].join("\n");
};

/** One line: how many files, how they ended, what was worst. */
export const hostileSummary = (results: readonly HostileResult[]): string => {
  const count = (wanted: (result: HostileResult) => boolean): number => results.filter(wanted).length;
  const most = (value: (result: HostileResult) => number): number => Math.max(0, ...results.map(value));
  return [
    `${results.length} files`,
    `${count(({ status }) => status === "failed")} failed`,
    `${count(({ status }) => status === "ready")} ready`,
    `longest ${most(({ seconds }) => seconds).toFixed(1)} s`,
    `most memory ${(most(({ peakBytes }) => peakBytes) / MEGABYTE).toFixed(0)} MB`,
    `${count(({ problems }) => problems.length > 0)} with problems`,
  ].join(", ");
};
