import type { EmbedderCapabilities } from "@quarry/plugin";
import * as fitLimits from "./training/training-limits.ts";

/** Bounds of the contract for a collection. Small vectors yield poor results, but can store a client's vectors. */
const MINIMUM_DIMENSION = 1;
const MAXIMUM_DIMENSION = 8192;

/**
 * Model of new collections. Its name identifies the method and the analyzer's terms: vectors of one name must remain
 * comparable, so a change of either requires a new name.
 */
export const LOCAL_MODEL = {
  name: "quarry-local-v2",
  dimension: 1024,
  dimensionRange: { minimum: MINIMUM_DIMENSION, maximum: MAXIMUM_DIMENSION },
  description: "Built in: hashed words, weighted by their rarity in the collection. Needs no key and no network.",
} as const;

/** Previous model, which older collections use until they are changed to the latest one. */
export const PREVIOUS_MODEL = {
  ...LOCAL_MODEL,
  name: "quarry-local-v1",
  description: "Built in, as it was: numbers and headings weigh no less and no more than other words.",
} as const;

export const isModel = (name: string): boolean => capabilities.models.some((model) => model.name === name);

export const NAMES_OF_MODELS = `"${LOCAL_MODEL.name}" and "${PREVIOUS_MODEL.name}"`;

export const capabilities = {
  models: [LOCAL_MODEL, PREVIOUS_MODEL],
  otherModels: false,
  credential: "none",
  // A batch at both limits keeps the thread busy for a fraction of a second, so that others run soon, and its result
  // within 8 MB at the default dimension.
  maxBatchTexts: 256,
  maxBatchTokens: 131_072,
  usesTermStatistics: true,
  fitting: {
    method: fitLimits.FIT_METHOD,
    minTexts: fitLimits.MINIMUM_TEXTS,
    maxTexts: fitLimits.MAXIMUM_TEXTS,
    minDimension: fitLimits.MINIMUM_DIMENSION,
    maxDimension: fitLimits.MAXIMUM_DIMENSION,
  },
  // Measured (README): from 0.2 to 0.5 the mean of five collections is the same. Higher values improve collections
  // whose texts use other words than queries, and degrade those that use the same.
  hybridAlpha: 0.3,
  // Near words of the English dictionary help most in small collections, and keyword search doesn't use them. Measured
  // (README): hybrid nDCG@10 of small collections rises by 0.01 to 0.03, and falls by at most 0.003 if texts and
  // queries share their words.
  smallCollections: { hybridAlpha: 0.6, halfAtChunks: 50 },
} as const satisfies EmbedderCapabilities;
