import { DEFAULT_VECTOR_STORE, loadPlugins, type PluginChoice, redact } from "@quarry/server/configuration";
import type { EffectiveConfiguration } from "./effective.ts";

/**
 * Returns the configuration with plugin settings as decoded by their schemas: with defaults, and with secrets hidden.
 */
export const shownConfiguration = async ({ configuration, source }: EffectiveConfiguration): Promise<unknown> => {
  const loaded = await loadPlugins(configuration, source);
  const { vectorStore, vectorStores = {}, embedders, rerankers, parsers, ...rest } = configuration;
  return {
    vectorStore: shown(vectorStore, loaded.vectorStores.get(DEFAULT_VECTOR_STORE)),
    vectorStores: allShown(vectorStores, loaded.vectorStores),
    embedders: allShown(embedders, loaded.embedders),
    rerankers: allShown(rerankers, loaded.rerankers),
    parsers: allShown(parsers, loaded.parsers),
    // Digests of keys are not secrets.
    ...rest,
  };
};

interface WithSettings {
  readonly settings: unknown;
}

const shown = (choice: PluginChoice, loaded: WithSettings | undefined): unknown => ({
  ...choice,
  settings: redact(loaded?.settings),
});

const allShown = (
  choices: Readonly<Record<string, PluginChoice>>,
  loaded: ReadonlyMap<string, WithSettings>,
): unknown =>
  Object.fromEntries(Object.entries(choices).map(([name, choice]) => [name, shown(choice, loaded.get(name))]));
