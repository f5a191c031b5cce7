import { PassageIndex } from "@quarry/index";
import { JobQueue } from "@quarry/jobs";
import type { JsonObject } from "@quarry/plugin/domain";
import { DocumentRepository } from "@quarry/store";
import { Deferred, Effect, Fiber, Layer } from "effect";
import { expect, test } from "vitest";
import { makeDescribeDocument } from "./describe-document.ts";

const ID = "4bd83b15-11a3-471a-b82f-77c0b356defa";

/** A record that tests change, and an index whose first write begins only when the test permits it. */
const parts = Effect.gen(function* () {
  const began = yield* Deferred.make<void>();
  const mayWrite = yield* Deferred.make<void>();
  const written: unknown[] = [];
  const record = { metadata: { n: 1 }, updatedAt: "1" };
  const change = (n: number) => Object.assign(record, { metadata: { n }, updatedAt: String(n) });
  const findById = () => Effect.sync(() => ({ id: ID, collectionId: "c", liveGeneration: 1, info: {}, ...record }));
  const describe = (_collection: string, _run: unknown, { n }: JsonObject) =>
    Effect.gen(function* () {
      if (yield* Deferred.succeed(began, undefined)) yield* Deferred.await(mayWrite);
      written.push(n);
    });
  const layer = Layer.mergeAll(
    Layer.succeed(DocumentRepository, { findById } as unknown as typeof DocumentRepository.Service),
    Layer.succeed(PassageIndex, { describe } as unknown as typeof PassageIndex.Service),
    Layer.succeed(JobQueue, {} as typeof JobQueue.Service),
  );
  const describing = yield* Effect.provide(makeDescribeDocument, layer);
  return { describing, change, written, began, mayWrite };
});

test("a job that read the record before a patch writes no stale metadata after the patch has ended", async () => {
  const program = Effect.gen(function* () {
    const { describing, change, written, began, mayWrite } = yield* parts;
    const job = yield* Effect.forkChild(describing.passages(ID));
    yield* Deferred.await(began);
    change(2);
    const patch = yield* Effect.forkChild(describing.passages(ID));
    yield* Effect.yieldNow;
    expect(written).toEqual([]);
    yield* Deferred.succeed(mayWrite, undefined);
    yield* Fiber.join(patch);
    const untilPatched = written.length;
    expect(written.at(-1)).toBe(2);
    yield* Fiber.join(job);
    expect(written.slice(untilPatched).every((n) => n === 2)).toBe(true);
    expect(written[0]).toBe(1);
  });
  await Effect.runPromise(program);
});
