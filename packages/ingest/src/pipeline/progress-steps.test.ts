import { expect, test } from "vitest";
import { chunkedStep, embeddingStep, readingStep, RunSteps } from "./progress-steps.ts";

test("reports progress in the units of the file format", () => {
  expect(readingStep("pdf", { done: 12, total: 40 }).message).toBe("reading page 12 of 40");
  expect(readingStep("pptx", { done: 2, total: 3 }).message).toBe("reading slide 2 of 3");
  expect(readingStep("tiff", { done: 1 }).message).toBe("reading 1 frame");
  expect(chunkedStep("pdf", { done: 12, total: 40 }, 31)).toEqual({
    step: "chunking",
    status: "in_progress",
    message: "page 12 of 40, 31 chunks",
    progress: 50,
  });
  expect(chunkedStep("xlsx", { done: 2 }, 1).message).toBe("2 sheets, 1 chunk");
  expect(embeddingStep("md", { done: 0 }, 31).message).toBe("embedding 31 chunks");
});

test("remains at embedding once it is reached, and still reports pages", () => {
  const steps = new RunSteps("pdf");
  const reported = [
    steps.reading({ done: 1, total: 9 }),
    steps.chunked({ done: 2, total: 9 }, 64),
    steps.embedding({ done: 2, total: 9 }, 64),
    steps.reading({ done: 5, total: 9 }),
    steps.chunked({ done: 6, total: 9 }, 70),
    steps.embedding({ done: 6, total: 9 }, 70),
  ];
  expect(reported.map(({ progress, message }) => [progress, message])).toEqual([
    [25, "reading page 1 of 9"],
    [50, "page 2 of 9, 64 chunks"],
    [75, "page 2 of 9, embedding 64 chunks"],
    [75, "page 5 of 9, embedding 64 chunks"],
    [75, "page 6 of 9, embedding 64 chunks"],
    [75, "page 6 of 9, embedding 70 chunks"],
  ]);
});
