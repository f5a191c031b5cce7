import {
  databasePassageIndexLayer,
  PassageIndex,
  type PassageIndexError,
  type PassageIndexService,
  sqlitePassageIndexLayer,
} from "@quarry/search";
import { makeDatabase } from "@quarry/services";
import { mysqlDatabaseLayer, type StoreError } from "@quarry/store";
import { Effect, Layer, ManagedRuntime, Redacted } from "effect";

/** A passage index opened in this process, with nothing of the service around it. */
export interface OpenPassages extends AsyncDisposable {
  readonly index: PassageIndexService;
}

/** In files of a folder. */
export const openPassages = (directory: string): Promise<OpenPassages> =>
  openLayer(sqlitePassageIndexLayer({ directory }));

/** In a database of its own on the MariaDB that `npm run services:up mariadb` starts. */
export const openDatabasePassages = async (): Promise<OpenPassages> => {
  const { url, drop } = await makeDatabase();
  const database = mysqlDatabaseLayer({ url: Redacted.make(url) });
  return openLayer(Layer.provide(databasePassageIndexLayer(), database), drop);
};

const openLayer = async (
  layer: Layer.Layer<PassageIndex, PassageIndexError | StoreError>,
  remove: () => Promise<void> = async () => {},
): Promise<OpenPassages> => {
  const runtime = ManagedRuntime.make(layer);
  const index = await runtime.runPromise(Effect.service(PassageIndex));
  return {
    index,
    [Symbol.asyncDispose]: async () => {
      await runtime.dispose();
      await remove();
    },
  };
};
