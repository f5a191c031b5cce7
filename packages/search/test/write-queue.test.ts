import { expect, test } from "vitest";
import { databaseHome, failure, run } from "./support/index-home.ts";
import { passageOf } from "./support/passage-of.ts";

test("all writes are executed, in whatever event-loop turn they arrive, and all rejected ones fail", async () => {
  await using home = databaseHome();
  const { index } = await home.open();
  const c = home.collection;
  await run(index.ensure(c));
  const tooLong = "x".repeat(2_000);
  for (let round = 0; round < 10; round++) {
    // Begins in the same event-loop turn in which the previous one is reported as complete.
    const chain = run(index.put(c, [passageOf(round, "granite")])).then(() =>
      run(index.put(c, [passageOf(100 + round, "granite")])),
    );
    const refused = failure(index.put(c, [passageOf(0, "granite", { id: tooLong })]));
    const again = refused.then(() => run(index.removeIds(c, [`chunk-${100 + round - 1}`])));
    expect((await refused).message).toContain("1536 bytes");
    await chain;
    expect(await again).toBe(round === 0 ? 0 : 1);
  }
  expect(await run(index.count(c))).toBe(11);
});
