import type { PluginsShape } from "@quarry/host";
import { expect, test } from "vitest";
import { chunkBounds } from "./chunk-bounds.ts";

const models = [{ name: "short", maxInputTokens: 448 }, { name: "endless" }];
const embedders = new Map([["a", { capabilities: { models } }]]) as unknown as PluginsShape["embedders"];
const bounds = (embeddingProvider: string, embeddingModel: string, chunkSize: number, chunkOverlap: number) =>
  chunkBounds({ embeddingProvider, embeddingModel, chunkSize, chunkOverlap }, { embedders });

test.each([
  ["a", "short", 512, 50, 448, 50, 448],
  ["a", "short", 256, 50, 256, 50, 448],
  ["a", "short", 5_000, 1_000, 448, 447, 448],
  ["a", "endless", 5_000, 1_000, 5_000, 1_000, 10_000],
  ["a", "another", 512, 50, 512, 50, 10_000],
  ["none", "short", 512, 50, 512, 50, 10_000],
])("%s %s: %i tokens with an overlap of %i become %i with %i", (provider, model, size, overlap, ...expected) => {
  const [chunkSize, chunkOverlap, maxChunkTokens] = expected;
  expect(bounds(provider, model, size, overlap)).toEqual({ chunkSize, chunkOverlap, maxChunkTokens });
});
