import { createHash } from "node:crypto";

/**
 * Identity of an embedder: a digest of everything that its vectors can depend on, which is its plugin and all settings,
 * including the provider's URL. A digest does not reveal secrets among the settings.
 */
export const embedderIdentity = (plugin: string, settings: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([plugin, sorted(settings)]))
    .digest("base64url");

/** Sorts keys: the order of settings has no meaning. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
};
