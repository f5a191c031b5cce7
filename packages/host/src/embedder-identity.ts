import { createHash } from "node:crypto";

/**
 * Identity of an embedder by everything that its vectors may depend on: its plugin and all of its settings, the
 * provider's URL among them. It is a digest, so that a secret among the settings stays one.
 */
export const embedderIdentity = (plugin: string, settings: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify([plugin, sorted(settings)]))
    .digest("base64url");

/** The order in which settings are written says nothing. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
};
