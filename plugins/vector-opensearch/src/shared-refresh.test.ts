import { expect, test } from "vitest";
import { SharedRefresh } from "./shared-refresh.ts";

test("callers during a refresh share the next one; a failure affects only the callers waiting for it", async () => {
  const runs: { readonly end: () => void; readonly fail: () => void }[] = [];
  const refreshes = new SharedRefresh(
    () =>
      new Promise<void>((resolve, reject) => {
        runs.push({ end: resolve, fail: () => reject(new Error("away")) });
      }),
  );
  const first = refreshes.of("a");
  const [second, third] = [refreshes.of("a"), refreshes.of("a")];
  const elsewhere = refreshes.of("b");
  expect(runs).toHaveLength(2);
  runs[0]!.fail();
  await expect(first).rejects.toThrow("away");
  expect(runs).toHaveLength(3);
  runs[1]!.end();
  runs[2]!.end();
  await Promise.all([second, third, elsewhere]);
  const last = refreshes.of("a");
  expect(runs).toHaveLength(4);
  runs[3]!.end();
  await last;
});
