import type { VectorCollectionSpec } from "@quarry/plugin";
import type { AcmeSettings } from "./acme-settings.ts";
import { missing } from "./missing.ts";

export interface AcmeCollections {
  readonly folder: string;
  readonly settings: AcmeSettings;
}

export const openCollections = async (folder: string, settings: AcmeSettings): Promise<AcmeCollections> => ({
  folder,
  settings,
});

export const checkHealth = (_collections: AcmeCollections): Promise<void> => missing("health", 1);

export const ensureCollection = (_collections: AcmeCollections, _spec: VectorCollectionSpec): Promise<void> =>
  missing("ensureCollection", 1);

export const dropCollection = (_collections: AcmeCollections, _name: string): Promise<void> =>
  missing("dropCollection", 1);
