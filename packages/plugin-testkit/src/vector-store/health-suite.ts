import { Effect } from "effect";
import { describe, expect, test } from "vitest";
import type { VectorStoreHarness } from "./vector-store-harness.ts";

/** Time limit of the contract for a `health` call, in milliseconds. */
const HEALTH_LIMIT_MS = 5_000;

export const healthSuite = (harness: VectorStoreHarness): void => {
  describe("health and declaration", () => {
    test("health succeeds on an open store within the contract's time", async () => {
      // Warm-up call: the time limit applies to a response, not to the start of a store on a busy machine.
      await harness.run((store) => store.health);
      const orElse = () => Effect.die(new Error(`health did not answer within ${HEALTH_LIMIT_MS} ms`));
      await harness.run((store) => store.health.pipe(Effect.timeoutOrElse({ duration: HEALTH_LIMIT_MS, orElse })));
    });

    test("the plugin declares its kind, name, version and capabilities", () => {
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
