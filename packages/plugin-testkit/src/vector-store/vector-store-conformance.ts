import { describe } from "vitest";
import type { VectorStorePlugin } from "@quarry/plugin";
import { collectionsSuite } from "./collections-suite.ts";
import { concurrencySuite } from "./concurrency-suite.ts";
import { deleteSuite } from "./delete-suite.ts";
import { filterSuite } from "./filter-suite.ts";
import { healthSuite } from "./health-suite.ts";
import { readSuite } from "./read-suite.ts";
import { reopeningSuite } from "./reopening-suite.ts";
import { searchSuite } from "./search-suite.ts";
import { sharingSuite } from "./sharing-suite.ts";
import { termsSuite } from "./terms-suite.ts";
import { upsertSuite } from "./upsert-suite.ts";
import { VectorStoreHarness } from "./vector-store-harness.ts";

export interface VectorStoreConformanceOptions {
  /** The plugin's settings as a config file would give them; decoded with the plugin's own schema. */
  readonly settings: unknown;
  /** Random (metadata, filter) pairs that must agree with the reference evaluator. Defaults to 300. */
  readonly filterPairs?: number;
  /** Whether data must survive closing and opening the store. Defaults to true; false for stores in memory only. */
  readonly reopen?: boolean;
}

const DEFAULT_FILTER_PAIRS = 300;

/**
 * Declares the acceptance suite of the vector store contract, version 1. Call it at the top of a vitest file.
 * Every collection it makes has a new name; on a server that outlives the run they stay behind.
 */
export const vectorStoreConformance = <Settings>(
  plugin: VectorStorePlugin<Settings>,
  options: VectorStoreConformanceOptions,
): void => {
  const harness = new VectorStoreHarness(plugin as VectorStorePlugin<unknown>, options.settings);
  describe(`vector store v1: ${plugin.name}`, () => {
    harness.useStore();
    healthSuite(harness);
    collectionsSuite(harness);
    upsertSuite(harness);
    readSuite(harness);
    deleteSuite(harness);
    searchSuite(harness);
    filterSuite(harness, options.filterPairs ?? DEFAULT_FILTER_PAIRS);
    concurrencySuite(harness);
    termsSuite(harness);
    sharingSuite(harness, options.settings);
    if (options.reopen ?? true) reopeningSuite(harness);
  });
};
