import type { Redacted } from "effect";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { EmbedderPlugin } from "@quarry/plugin";
import type { EmbedderV1, EmbeddingModel, TermStatistics } from "@quarry/plugin";
import { capabilitiesOf } from "./capabilities-of.ts";
import { embedderChecks } from "./embedder-checks.ts";
import { embed, type EmbedderSubject, evenStatistics } from "./embedder-subject.ts";
import { ensureCleanClose } from "./ensure-clean-close.ts";
import { openForConformance, type OpenedPlugin } from "./open-for-conformance.ts";

export interface EmbedderConformanceOptions {
  /** Plugin settings in the form that an operator writes; decoded by the plugin's schema. */
  readonly settings: unknown;
  /** Model to check. Default: the first that the plugin declares. */
  readonly model?: EmbeddingModel;
  readonly credential?: Redacted.Redacted<string>;
  /** Term statistics for the embedder. Default: a collection of 1,000 chunks with every term in 3 of them. */
  readonly statistics?: TermStatistics;
}

/**
 * Registers the vitest suite of the embedder contract for `plugin`. Checks that do not apply are reported as skipped.
 */
export function embedderConformance<Settings>(
  plugin: EmbedderPlugin<Settings>,
  options: EmbedderConformanceOptions,
): void {
  describe(`${plugin.name}: embedder contract v${plugin.specVersion}`, () => {
    let opened: OpenedPlugin<EmbedderV1>;
    beforeAll(async () => {
      opened = await openForConformance(plugin, options.settings);
    });
    afterAll(() => opened.close());

    for (const check of embedderChecks) {
      const skipped = check.skip?.(capabilitiesOf(plugin, options.settings));
      if (skipped !== undefined) it.skip(`${check.name} (${skipped})`);
      else it(check.name, () => check.run(embedderSubject(plugin, opened.instance, options)));
    }
    it("leaves nothing open when its scope closes", () =>
      ensureCleanClose(plugin, options.settings, async (embedder) => {
        await embed(embedderSubject(plugin, embedder, options), ["The warranty covers the pump."]);
      }));
  });
}

/** Returns an opened embedder in the form that the checks use. */
export function embedderSubject<Settings>(
  plugin: EmbedderPlugin<Settings>,
  embedder: EmbedderV1,
  options: EmbedderConformanceOptions,
): EmbedderSubject {
  const capabilities = capabilitiesOf(plugin, options.settings);
  const model = options.model ?? capabilities.models[0];
  if (model === undefined) throw new Error(`${plugin.name} declares no model: give one in the options`);
  return {
    name: plugin.name,
    capabilities,
    embedder,
    model,
    credential: options.credential,
    statistics: options.statistics ?? evenStatistics,
  };
}
