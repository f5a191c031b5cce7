import { tmpdir } from "node:os";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Bench } from "./bench.ts";
import { figureLine, type Goal } from "./figure.ts";

const figure = (samples: readonly number[], reference: readonly number[], ...goals: readonly Goal[]) =>
  figureLine({ name: "CPU", unit: "ms", samples, reference: { name: "bare", samples: reference }, goals }, true);

describe("a figure", () => {
  test("compares the values within each round, so that a slow round of both does not count", () => {
    expect(figure([2, 40, 3], [1, 20, 1])).toBe(
      "CPU: 3.00 ms (bare 1.00 ms, 2.00×, +2.00 ms) [least 2.00 ms against 1.00 ms]",
    );
  });

  test.each([
    [{ ratio: 1.5 }, "goal at most 1.50×: met"],
    [{ ratio: 1.4 }, "goal at most 1.40×: MISSED"],
    [{ difference: 9 }, "goal at most 9.00 ms more: MISSED"],
    [{ value: 30 }, "goal at most 30.0 ms: met"],
  ])("is checked against %j", (goal, text) => {
    expect(figure([30], [20], goal)).toContain(text);
  });

  test("reports no ratio to 0, and rejects unpaired rounds and a goal without its reference", () => {
    expect(figure([3], [0])).toBe("CPU: 3.00 ms (bare 0.000 ms, +3.00 ms)");
    expect(() => figure([1], [1, 2])).toThrow("differ in rounds");
    expect(() => figureLine({ name: "CPU", unit: "ms", samples: [1], goals: [{ ratio: 1 }] }, true)).toThrow(
      "needs a reference",
    );
  });
});

describe("compare", () => {
  afterEach(() => vi.restoreAllMocks());

  const run = async (isSmoke: boolean) => {
    const lines = vi.spyOn(console, "log").mockImplementation(() => {});
    const calls: string[] = [];
    const side = (name: string) => async () => ({ calls: calls.push(name), ...(name === "s" && { own: 7 }) });
    const bench = new Bench({
      directory: tmpdir(),
      shared: tmpdir(),
      scale: 1,
      rows: undefined,
      isKept: false,
      isSmoke,
    });
    await bench.compare({
      ...{ reference: "other", rounds: 2, subject: side("s"), other: side("r") },
      figures: { calls: ["calls", "", { value: 1 }], own: ["own", ""] },
    });
    return { calls: calls.join(""), printed: lines.mock.calls.flat(), missed: bench.missed };
  };

  test("excludes the warm-up, alternates the order and counts missed goals", async () => {
    const { calls, printed, missed } = await run(false);
    expect(calls).toBe("rssrrs");
    expect(printed[0]).toMatch(/^calls: 4.50 {2}\(other 4.50 /);
    expect(printed[1]).toBe("own: 7.00 ");
    expect(missed).toBe(1);
  });

  test("runs a single round in smoke mode", async () => {
    expect((await run(true)).calls).toBe("sr");
  });
});
