import { expect, test } from "vitest";
import { chunkedStep, embeddingStep, readingStep } from "./progress-steps.ts";

test("tells how far it is in the words of the format", () => {
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
