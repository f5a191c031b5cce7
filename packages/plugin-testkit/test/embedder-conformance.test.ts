import { Effect, Schema } from "effect";
import { describe, expect, it } from "vitest";
import { embedderChecks, embedderConformance, embedderSubject } from "../src/index.ts";
import { ensureCleanClose } from "../src/ensure-clean-close.ts";
import { defineEmbedder, type EmbedderV1, type EmbedRequest } from "@quarry/plugin";
import { failedChecks } from "./fixtures/failed-checks.ts";
import { embed, wordEmbedder, wordVector } from "./fixtures/word-embedder.ts";

embedderConformance(wordEmbedder, { settings: {} });

type Vectors = readonly Float32Array[];
const changingVectors =
  (change: (vectors: Vectors, request: EmbedRequest) => Vectors): EmbedderV1["embed"] =>
  (request) =>
    Effect.map(embed(request), ({ vectors }) => ({ vectors: change(vectors, request) }));

const failuresOf = (mutant: Partial<EmbedderV1>) =>
  failedChecks(
    embedderChecks,
    embedderSubject(wordEmbedder, { embed, health: Effect.void, ...mutant }, { settings: {} }),
  );

describe("the embedder contract detects", () => {
  it("vectors in the wrong order", async () => {
    const failures = await failuresOf({ embed: changingVectors((vectors) => vectors.toReversed()) });
    expect(failures).toContain("keeps the order of the texts");
    expect(failures).toContain("gives a text the same vector alone and in a batch");
  });

  it("vectors of a length other than requested", async () => {
    const failures = await failuresOf({ embed: changingVectors((vectors) => vectors.map((one) => one.slice(1))) });
    expect(failures).toContain("gives vectors of the default dimension and of both ends of its range");
  });

  it("a dimension that is ignored", async () => {
    const failures = await failuresOf({
      embed: changingVectors((_, { texts }) => texts.map((text) => wordVector(text, 64))),
    });
    expect(failures).toContain("gives vectors of the default dimension and of both ends of its range");
  });

  it("vectors that are not of unit length", async () => {
    const failures = await failuresOf({
      embed: changingVectors((vectors) => vectors.map((vector) => vector.map((value) => value * 2))),
    });
    expect(failures).toContain("gives the same vectors for the same texts");
  });

  it("NaN", async () => {
    const failures = await failuresOf({ embed: changingVectors((vectors) => vectors.map((one) => one.fill(NaN))) });
    expect(failures).toContain("gives the same vectors for the same texts");
  });

  it("a batch with missing vectors at the end", async () => {
    const failures = await failuresOf({ embed: changingVectors((vectors) => vectors.slice(0, 20)) });
    expect(failures).toEqual(["embeds the largest batch that it declares"]);
  });

  it("random vectors", async () => {
    const failures = await failuresOf({
      embed: changingVectors((vectors) => vectors.map((vector) => wordVector(String(Math.random()), vector.length))),
    });
    expect(failures).toContain("gives the same vectors for the same texts");
    expect(failures).toContain("puts a text closer to a similar one than to an unrelated one");
  });

  it("the same vector for all texts", async () => {
    const failures = await failuresOf({
      embed: changingVectors((vectors) => vectors.map((vector) => wordVector("same", vector.length))),
    });
    expect(failures).toContain("tells different documents apart");
  });

  it("missing request validation", async () => {
    const failures = await failuresOf({
      embed: ({ texts, dimension }) => {
        const size = Math.max(1, Math.floor(dimension));
        return Effect.succeed({ vectors: texts.map((text) => wordVector(text, size)) });
      },
    });
    expect(failures).toEqual([
      "refuses a model it does not have",
      "refuses a dimension the model does not have",
      "refuses a batch without texts",
      "refuses a batch of more texts than it declares",
      "passes on a failure of the term statistics",
    ]);
  });

  it("a crash on certain texts", async () => {
    const failures = await failuresOf({
      embed: (request) => (request.texts.includes("🙂") ? Effect.die(new Error("no emoji")) : embed(request)),
    });
    expect(failures).toEqual(["embeds odd texts: emoji, right-to-left, control characters, lone surrogates"]);
  });

  it("concurrent calls that mix up their texts", async () => {
    let latest: readonly string[] = [];
    const failures = await failuresOf({
      embed: (request) => {
        latest = request.texts;
        return Effect.flatMap(Effect.sleep(2), () => embed({ ...request, texts: latest }));
      },
    });
    expect(failures).toContain("answers concurrent calls each with its own vectors");
  });

  it("a slot leaked by an interrupted call", async () => {
    let free = 8;
    const take = Effect.suspend(() => {
      if (free === 0) return Effect.die(new Error("no slot"));
      free--;
      return Effect.void;
    });
    const failures = await failuresOf({
      embed: (request) => {
        const busy = request.texts.some((text) => text.length > 1000 && !request.texts[0]!.startsWith("water"));
        if (!busy && free > 0) return embed(request);
        return Effect.gen(function* () {
          yield* take;
          yield* Effect.sleep(20);
          free++;
          return yield* embed(request);
        });
      },
    });
    expect(failures).toContain("works on after calls that were interrupted");
  });

  it("threads left after the scope closed", async () => {
    const { Worker } = await import("node:worker_threads");
    const threads: InstanceType<typeof Worker>[] = [];
    const leaking = defineEmbedder({
      ...wordEmbedder,
      settings: Schema.Struct({}),
      make: () => {
        threads.push(new Worker("setInterval(() => {}, 1000)", { eval: true }));
        return Effect.succeed<EmbedderV1>({ embed, health: Effect.void });
      },
    });
    const close = ensureCleanClose(leaking, {}, async () => {});
    await expect(close).rejects.toThrow("left after the scope closed");
    await Promise.all(threads.map((thread) => thread.terminate()));
  });
});
