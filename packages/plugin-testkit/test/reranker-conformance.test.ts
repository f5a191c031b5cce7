import { Effect } from "effect";
import { describe, expect, it } from "vitest";
import { rerankerChecks, rerankerConformance, rerankerSubject } from "../src/index.ts";
import type { RerankerV1 } from "@quarry/plugin";
import { failedChecks } from "./fixtures/failed-checks.ts";
import { rerank, sharedWords, wordReranker } from "./fixtures/word-reranker.ts";

rerankerConformance(wordReranker, { settings: {} });

const changingScores =
  (change: (scores: readonly number[]) => readonly number[]): RerankerV1["rerank"] =>
  (request) =>
    Effect.map(rerank(request), change);

const failuresOf = (mutant: Partial<RerankerV1>) =>
  failedChecks(
    rerankerChecks,
    rerankerSubject(wordReranker, { rerank, health: Effect.void, ...mutant }, { settings: {} }),
  );

describe("the reranker contract detects", () => {
  it("scores sorted by relevance instead of in passage order", async () => {
    const failures = await failuresOf({ rerank: changingScores((scores) => scores.toSorted((a, b) => b - a)) });
    expect(failures).toContain("scores the answer highest wherever it stands");
    expect(failures).toContain("gives the scores in the order of the passages");
  });

  it("scores outside [0, 1]", async () => {
    const failures = await failuresOf({ rerank: changingScores((scores) => scores.map((score) => score * 5 - 2)) });
    expect(failures).toContain("gives the same scores for the same call");
  });

  it("a missing score", async () => {
    const failures = await failuresOf({ rerank: changingScores((scores) => scores.slice(1)) });
    expect(failures).toContain("scores odd passages: empty, emoji, control characters, lone surrogates");
  });

  it("scores relative to the list", async () => {
    const failures = await failuresOf({
      rerank: changingScores((scores) =>
        scores.map((score) => score / (scores.reduce((sum, one) => sum + one, 0) || 1)),
      ),
    });
    expect(failures).toContain("scores a passage the same whatever stands beside it");
  });

  it("NaN for an empty passage", async () => {
    const failures = await failuresOf({
      rerank: (request) =>
        Effect.map(rerank(request), (scores) => scores.map((score, at) => (request.passages[at] === "" ? NaN : score))),
    });
    expect(failures).toEqual(["scores odd passages: empty, emoji, control characters, lone surrogates"]);
  });

  it("missing request validation", async () => {
    const failures = await failuresOf({
      rerank: ({ query, passages }) => Effect.succeed(passages.map((passage) => sharedWords(query, passage))),
    });
    expect(failures).toEqual([
      "takes as many passages as it declares, and refuses more or none",
      "refuses a model it does not have",
    ]);
  });

  it("an interrupted call that breaks all later calls", async () => {
    let broken = false;
    const failures = await failuresOf({
      rerank: (request) => {
        if (broken) return Effect.die(new Error("broken"));
        return Effect.onInterrupt(
          Effect.flatMap(Effect.yieldNow, () => rerank(request)),
          () => Effect.sync(() => void (broken = true)),
        );
      },
    });
    expect(failures).toContain("works on after calls that were interrupted");
  });
});
