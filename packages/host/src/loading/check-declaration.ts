import { describeValue } from "@quarry/plugin/domain";
import type { PluginKind } from "@quarry/plugin";
import { Schema } from "effect";
import { decodeProblems } from "../decode-problems.ts";
import { CAPABILITY_SCHEMAS } from "./capability-schemas.ts";
import { describeThrown } from "../describe-thrown.ts";

/** Plugin as exported by its module, not yet validated. */
interface Declaration {
  readonly name?: unknown;
  readonly capabilities?: unknown;
  readonly capabilitiesFor?: unknown;
  readonly describe?: unknown;
  readonly settings?: unknown;
  readonly make?: unknown;
}

/** Returns the problems in a plugin's declaration, each a phrase that follows the plugin's name. */
export const declarationProblems = (kind: PluginKind, plugin: Declaration): readonly string[] => {
  const { name, capabilities, capabilitiesFor, describe, settings, make } = plugin;
  return [
    ...(typeof name === "string" && name.trim() !== "" ? [] : [wrong("name", "a non-empty string", name)]),
    ...(Schema.isSchema(settings)
      ? []
      : [wrong("settings", "the result of defineSettings (a Schema of effect)", settings)]),
    ...(typeof make === "function" ? [] : [wrong("make", "a function", make)]),
    ...(capabilitiesFor === undefined || typeof capabilitiesFor === "function"
      ? []
      : [wrong("capabilitiesFor", "a function", capabilitiesFor)]),
    ...(describe === undefined || typeof describe === "function" ? [] : [wrong("describe", "a function", describe)]),
    ...capabilityProblems(kind, capabilities, "capabilities"),
  ];
};

/** Returns the capabilities of a plugin with its settings, or their problems. */
export const capabilitiesWith = <Capabilities>(
  kind: PluginKind,
  plugin: { readonly capabilities: Capabilities; readonly capabilitiesFor?: (settings: never) => Capabilities },
  settings: never,
): { readonly capabilities: Capabilities } | { readonly problems: readonly string[] } => {
  if (plugin.capabilitiesFor === undefined) return { capabilities: plugin.capabilities };
  try {
    const capabilities = plugin.capabilitiesFor(settings);
    const problems = capabilityProblems(kind, capabilities, "capabilitiesFor(settings)");
    return problems.length === 0 ? { capabilities } : { problems };
  } catch (error) {
    return { problems: [`threw while its capabilities were read: ${describeThrown(error)}`] };
  }
};

/** Returns the problems in a plugin's capabilities, each a phrase that follows the plugin's name. */
export const capabilityProblems = (kind: PluginKind, value: unknown, at: string): readonly string[] => {
  const decoded = decodeProblems(CAPABILITY_SCHEMAS[kind], value, at, "ignore");
  return "problems" in decoded ? decoded.problems.map((problem) => `declares ${problem}`) : [];
};

const wrong = (field: string, expected: string, got: unknown): string =>
  `declares ${field}: expected ${expected}, got ${describeValue(got)}`;
