import { readFileSync } from "node:fs";

/** What one run of Vitest says of its files; `name` is the file's path. */
interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: "passed" | "failed";
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files with a failed test, or that failed as a whole: a hook, an import. A file of two projects stands here once. */
  readonly failedFiles: readonly string[];
  /** The names of the failed tests; of a file that failed as a whole, its path. */
  readonly failures: readonly string[];
  /** The same, each with its file and the beginning of what it said. */
  readonly said: readonly string[];
}

/** Characters of what a failure said: the rest stands in the output above. */
const MOST_SAID = 1_000;

/** Reads what Vitest's JSON reporter wrote; throws where the run ended before it did. */
export const readTestReport = (path: string): TestReport => {
  const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  const failed = report.testResults.filter(({ status }) => status === "failed");
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failedFiles: [...new Set(failed.map(({ name }) => name))],
    failures: failed.flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
      return tests.length === 0 ? [name] : tests;
    }),
    said: failed.flatMap(({ name, message, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      if (tests.length === 0) return [`${name}: ${message.slice(0, MOST_SAID)}`];
      return tests.map((test) => `${name}: ${test.fullName}: ${test.failureMessages.join("\n").slice(0, MOST_SAID)}`);
    }),
  };
};
