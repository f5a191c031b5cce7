import { escapeControls } from "@quarry/plugin/domain";
import { editDistance } from "@quarry/plugin/domain";
import type { Setting } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

const PREFIX = "SERVICE_";

const KNOWN = (Object.values(SETTINGS) as readonly Setting<unknown>[]).map(({ variable }) => variable);

/**
 * Warns of each environment variable that has the settings prefix but is not a setting: nothing reads it. Names the
 * most similar setting, if there is one. Never includes values. Empty variables count as not set.
 */
export const unknownSettings = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.keys(environment)
    .filter((name) => name.toUpperCase().startsWith(PREFIX) && environment[name] !== "" && !KNOWN.includes(name))
    .sort()
    .map((name) => {
      const suggestion = nearestSetting(name.toUpperCase());
      return `${escapeControls(name)}: is not a setting and is ignored${suggestion === undefined ? "" : `; did you mean ${suggestion}?`}`;
    });

/** Returns the setting with the smallest edit distance: up to two in a short name, up to four in a long one. */
const nearestSetting = (name: string): string | undefined => {
  const most = Math.min(4, Math.max(2, Math.floor((name.length - PREFIX.length) / 3)));
  const near = KNOWN.map((known) => ({ known, distance: editDistance(name, known, most) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((one, other) => one.distance - other.distance);
  return near[0]?.known;
};
