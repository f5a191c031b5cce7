import type { Redacted } from "effect";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { RerankerPlugin } from "@quarry/plugin";
import type { RerankerV1 } from "@quarry/plugin";
import { capabilitiesOf } from "./capabilities-of.ts";
import { ensureCleanClose } from "./ensure-clean-close.ts";
import { openForConformance, type OpenedPlugin } from "./open-for-conformance.ts";
import { rerankerChecks } from "./reranker-checks.ts";
import { rerank, type RerankerSubject } from "./reranker-subject.ts";

export interface RerankerConformanceOptions {
  /** Plugin settings in the form that an operator writes; decoded by the plugin's schema. */
  readonly settings: unknown;
  /** Model to check. Default: the first that the plugin declares. */
  readonly model?: string;
  readonly credential?: Redacted.Redacted<string>;
}

/**
 * Registers the vitest suite of the reranker contract for `plugin`. Checks that do not apply are reported as skipped.
 */
export function rerankerConformance<Settings>(
  plugin: RerankerPlugin<Settings>,
  options: RerankerConformanceOptions,
): void {
  describe(`${plugin.name}: reranker contract v${plugin.specVersion}`, () => {
    let opened: OpenedPlugin<RerankerV1>;
    beforeAll(async () => {
      opened = await openForConformance(plugin, options.settings);
    });
    afterAll(() => opened.close());

    for (const check of rerankerChecks) {
      const skipped = check.skip?.(capabilitiesOf(plugin, options.settings));
      if (skipped !== undefined) it.skip(`${check.name} (${skipped})`);
      else it(check.name, () => check.run(rerankerSubject(plugin, opened.instance, options)));
    }
    it("leaves nothing open when its scope closes", () =>
      ensureCleanClose(plugin, options.settings, async (reranker) => {
        await rerank(rerankerSubject(plugin, reranker, options), "warranty", ["two years"]);
      }));
  });
}

/** Returns an opened reranker in the form that the checks use. */
export function rerankerSubject<Settings>(
  plugin: RerankerPlugin<Settings>,
  reranker: RerankerV1,
  options: RerankerConformanceOptions,
): RerankerSubject {
  const capabilities = capabilitiesOf(plugin, options.settings);
  const model = options.model ?? capabilities.models[0];
  if (model === undefined) throw new Error(`${plugin.name} declares no model: give one in the options`);
  return { name: plugin.name, capabilities, reranker, model, credential: options.credential };
}
