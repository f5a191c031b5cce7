import { describe, expect, test } from "vitest";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

/** The contract's limit for an answer, in milliseconds. */
const HEALTH_LIMIT_MS = 5_000;

export const healthSuite = (harness: VectorStoreHarness): void => {
  describe("health and declaration", () => {
    test(
      "health succeeds on an open store within the contract's time",
      async () => {
        const answer = await harness.run((store) => store.health).then(() => "healthy");
        expect(answer).toBe("healthy");
      },
      HEALTH_LIMIT_MS,
    );

    test("the plugin says what it is", () => {
      const { kind, name, specVersion, capabilities } = harness.plugin;
      expect(kind).toBe("vector-store");
      expect(specVersion).toBe(1);
      expect(name).toMatch(/\S/);
      expect(capabilities.maxTopK).toBeGreaterThanOrEqual(1);
      expect(capabilities.maxDimension).toBeGreaterThanOrEqual(1);
      expect(typeof capabilities.sharedBetweenProcesses).toBe("boolean");
    });
  });
};
