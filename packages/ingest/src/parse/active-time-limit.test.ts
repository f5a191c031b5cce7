import { expect, test } from "vitest";
import { ActiveTimeLimit } from "./active-time-limit.ts";

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

test("a limit that has ended leaves no timer, even if its worker still sends messages", () => {
  const before = timers();
  const limit = new ActiveTimeLimit(60_000, () => undefined);
  limit.run();
  expect(timers()).toBe(before + 1);
  limit.end();
  // Regression: "begun" and "uncounted_time" of a worker that is being ended arrived after the last pause.
  limit.run();
  limit.extend(1_000);
  limit.run();
  expect(timers()).toBe(before);
});
