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
  /** Plugin settings as in the config file; decoded with the plugin's own schema. */
  readonly settings: unknown;
  /** Number of random (metadata, filter) pairs that must agree with the reference evaluator. Defaults to 300. */
  readonly filterPairs?: number;
  /** Whether data must survive closing and reopening the store. Defaults to true; false for in-memory stores. */
  readonly reopen?: boolean;
}

const DEFAULT_FILTER_PAIRS = 300;

/**
 * Registers the conformance suite of the vector store contract, version 1. Call it at the top level of a vitest file.
 * Every collection that it creates has a new name; on a server that outlives the run, the collections remain.
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
