import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { readTestReport, type TestReport } from "./test-report.ts";

/** More than this is no bad luck: a change broke something, and a second run would only say so again. */
const MAX_FILES_AGAIN = 5;

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that failed both times, each with the beginning of what it said. */
  readonly failures: readonly string[];
  /** Tests that failed among all others and passed alone: each is a fault of its own, of the test or of the product. */
  readonly unsteady: readonly string[];
}

/**
 * Runs a command of npm that is Vitest ("npm test"), in `folder`; where up to five files failed, runs these once more,
 * one after the other. Of a run with ten thousand tests on real servers, some of them killed on purpose, one that fails by chance says little
 * about the change at hand; it is counted as passed, and named.
 */
export const runTwice = async (folder: string, command: readonly string[]): Promise<Outcome> => {
  const first = await run(folder, command, []);
  const { passed, skipped, failedFiles } = first;
  if (failedFiles.length === 0 || failedFiles.length > MAX_FILES_AGAIN) {
    return { passed, failed: first.failures.length, skipped, failures: first.said, unsteady: [] };
  }
  console.log(`\n=== a second try, alone: ${failedFiles.map((file) => relative(folder, file)).join(", ")}\n`);
  const second = await run(folder, command, [...failedFiles, "--maxWorkers=1"]);
  const unsteady = first.failures.filter((failure) => !second.failures.includes(failure));
  const mended = Math.max(0, first.failed - second.failed);
  return { passed: passed + mended, failed: second.failures.length, skipped, failures: second.said, unsteady };
};

const run = async (folder: string, command: readonly string[], args: readonly string[]): Promise<TestReport> => {
  const reports = mkdtempSync(join(tmpdir(), "quarry-tests-"));
  const report = join(reports, "report.json");
  try {
    const [program, ...words] = command;
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const child = spawn(program!, [...words, "--", ...reporters, ...args], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit"],
    });
    const [code] = (await once(child, "close")) as [number | null];
    const read = readTestReport(report);
    // An error outside of any test fails the run too.
    if (code !== 0 && read.failures.length === 0) throw new Error(`${command.join(" ")} ended with ${code}`);
    return read;
  } finally {
    rmSync(reports, { recursive: true });
  }
};
