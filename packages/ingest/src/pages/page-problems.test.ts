import { conflict, unavailable } from "@quarry/plugin/domain";
import { expect, test } from "vitest";
import { ParseFailure } from "../parse/parse-failure.ts";
import { RememberedProblems } from "./page-problems.ts";

const MINUTE_MS = 60_000;

test.each([
  { reason: "corrupt", isKnownAtOnce: true, isKnownLater: true },
  { reason: "encrypted", isKnownAtOnce: true, isKnownLater: true },
  { reason: "time", isKnownAtOnce: true, isKnownLater: false },
  { reason: "memory", isKnownAtOnce: true, isKnownLater: false },
  { reason: "crash", isKnownAtOnce: true, isKnownLater: false },
  { reason: "limit", isKnownAtOnce: true, isKnownLater: false },
  { reason: "unavailable", isKnownAtOnce: false, isKnownLater: false },
] as const)("$reason is remembered at once: $isKnownAtOnce, after a minute: $isKnownLater", (input) => {
  let now = 0;
  const problems = new RememberedProblems(() => now);
  const problem = conflict("can't be shown");
  problems.remember("key", new ParseFailure({ reason: input.reason, message: "why" }), problem);
  expect(problems.of("key")).toBe(input.isKnownAtOnce ? problem : undefined);
  now = MINUTE_MS;
  expect(problems.of("key")).toBe(input.isKnownLater ? problem : undefined);
  now = 60 * MINUTE_MS;
  expect(problems.of("key")).toBeUndefined();
});

test("a failure that the file didn't cause is not remembered", () => {
  const problems = new RememberedProblems();
  for (const error of [new Error("aborted"), unavailable("busy"), undefined]) {
    problems.remember("key", error, unavailable("busy"));
    expect(problems.of("key")).toBeUndefined();
  }
});
