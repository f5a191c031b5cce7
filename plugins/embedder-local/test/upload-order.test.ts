import { Effect } from "effect";
import { expect, it } from "vitest";
import embedderLocal from "../src/index.ts";
import { KeywordIndex } from "./eval/keyword-index.ts";
import { embedDocuments } from "./eval/semantic-scores.ts";

const texts = Array.from(
  { length: 60 },
  (_, index) => `Report ${index}: pump ${index % 7} of plant ${index % 5}, checked.`,
);

it("documents get the same vectors in ten uploads as in one upload in another order", async () => {
  const program = Effect.gen(function* () {
    const embedder = yield* embedderLocal.make({ workerMemoryMb: 256 }, { dataDirectory: ".", log: () => {} });
    const index = new KeywordIndex();
    const inTen: Float32Array[] = [];
    for (let start = 0; start < texts.length; start += 6) {
      const upload = texts.slice(start, start + 6);
      inTen.push(...(yield* Effect.promise(() => embedDocuments(embedder, upload, index.statistics))));
      index.add(upload);
    }
    const inOne = yield* Effect.promise(() => embedDocuments(embedder, texts.toReversed(), index.statistics));
    return { inTen, inOne: inOne.toReversed() };
  });
  const { inTen, inOne } = await Effect.runPromise(Effect.scoped(program));
  expect(inTen).toEqual(inOne);
});
