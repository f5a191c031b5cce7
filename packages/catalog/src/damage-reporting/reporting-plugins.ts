import { decorated, type OpenVectorStore, Plugins } from "@quarry/host";
import { PluginError } from "@quarry/plugin";
import { type CollectionRecord, CollectionRepository, DamageRegistry } from "@quarry/store";
import { Effect, Layer } from "effect";
import { collectionOfVectors, vectorCollectionOf } from "../vector-collection.ts";
import { vectorsDamaged, vectorsMissing } from "./damage-messages.ts";
import { reportingDamage } from "./reporting-damage.ts";

const none = (): CollectionRecord | undefined => undefined;

/**
 * The plugins, with vector stores that report damaged or missing parts of a collection's index, by the collection's
 * name.
 */
export const instrumentedPlugins: Layer.Layer<Plugins, never, Plugins | CollectionRepository | DamageRegistry> =
  Layer.effect(
    Plugins,
    Effect.gen(function* () {
      const plugins = yield* Plugins;
      const collections = yield* CollectionRepository;
      const damages = yield* DamageRegistry;

      const find = (vectorCollection: string) => {
        const id = collectionOfVectors(vectorCollection);
        return id === undefined ? Effect.sync(none) : Effect.orElseSucceed(collections.findById(id), none);
      };

      const watch = (store: OpenVectorStore): OpenVectorStore => {
        /** Reports damage or loss of a collection's live vectors, and returns the failure with repair instructions. */
        const explained = (vectorCollection: string, error: PluginError) =>
          Effect.map(find(vectorCollection), (collection) => {
            if (collection === undefined || vectorCollectionOf(collection) !== vectorCollection) return error;
            const isMissing = error.reason === "not_found";
            if (isMissing && !collection.isIndexMade) return error;
            const reason = isMissing ? "missing" : "damaged";
            const message = isMissing
              ? vectorsMissing(collection.name, store)
              : vectorsDamaged(collection.name, `are damaged (${error.message})`);
            damages.report({ collectionId: collection.id, kind: "vectors", index: vectorCollection, reason, message });
            return new PluginError({ plugin: store.plugin, reason: "damaged", message, cause: error });
          });

        const { service } = store;
        const { ensureCollection, dropCollection } = service;
        const watched = decorated(service, reportingDamage(isDamage, explained));
        return { ...store, service: { ...watched, ensureCollection, dropCollection } };
      };

      const vectorStores = new Map([...plugins.vectorStores].map(([name, store]) => [name, watch(store)]));
      return {
        ...plugins,
        // A getter: the default can change, and a copy would be outdated.
        get defaultEmbedder() {
          return plugins.defaultEmbedder;
        },
        vectorStores,
        vectorStore: vectorStores.get(plugins.vectorStore.name)!,
      };
    }),
  );

const isDamage = ({ reason }: PluginError): boolean => reason === "damaged" || reason === "not_found";
