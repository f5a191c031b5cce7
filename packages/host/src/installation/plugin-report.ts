import { Cause, Effect } from "effect";
import { lateFaultsOf, type PluginFault } from "../containment/plugin-faults.ts";
import { packageVersion } from "../containment/plugin-locations.ts";
import { describeThrown } from "../describe-thrown.ts";
import { hideTexts } from "./hide-texts.ts";
import type { PluginEntry } from "./plugin-entry.ts";
import { shownSettings } from "./shown-settings.ts";

/** Time limit of a health check in the contract of vector stores. */
const HEALTH_TIMEOUT_SECONDS = 5;

/** Plugin entry without secrets. */
export interface PluginReport {
  readonly entry: PluginEntry;
  readonly version: string | undefined;
  readonly isDefault: boolean;
  readonly health: PluginHealth;
  readonly faults: { readonly count: number; readonly last: PluginFault | undefined };
  /** JSON. */
  readonly settings: Record<string, unknown>;
}

export type PluginHealth =
  | { readonly state: "ok" | "needs_key" | "unknown" }
  | { readonly state: "failing"; readonly message: string };

/**
 * Runs the health check of a plugin. Never fails, and never exceeds the limit. `secrets` are redacted from its
 * messages.
 */
export const reportOf = (
  entry: PluginEntry,
  isDefault: boolean,
  secrets: readonly string[],
): Effect.Effect<PluginReport> =>
  Effect.map(healthOf(entry, secrets), (health) => ({
    entry,
    version: packageVersion(entry.moduleUrl),
    isDefault,
    health,
    faults: faultsOf(entry, secrets),
    settings: shownSettings(entry.settings),
  }));

const healthOf = ({ health, capabilities }: PluginEntry, secrets: readonly string[]): Effect.Effect<PluginHealth> =>
  health === undefined
    ? Effect.succeed({ state: "unknown" })
    : health.pipe(
        Effect.timeoutOrElse({
          duration: HEALTH_TIMEOUT_SECONDS * 1000,
          orElse: () => Effect.fail({ message: `no answer within ${HEALTH_TIMEOUT_SECONDS} s` }),
        }),
        Effect.as<PluginHealth>({ state: needsKey(capabilities) ? "needs_key" : "ok" }),
        Effect.catchCause((cause) =>
          Effect.succeed<PluginHealth>({ state: "failing", message: hideTexts(messageOf(cause), secrets) }),
        ),
      );

/** Whether a provider's plugin needs a key that is not set. Its capabilities depend on its settings. */
export const needsKey = (capabilities: PluginEntry["capabilities"]): boolean =>
  "credential" in capabilities && capabilities.credential === "required";

const messageOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause) as { readonly message?: unknown } | undefined;
  return typeof error?.message === "string" ? error.message : describeThrown(error);
};

/** Faults in the plugin's calls, and late ones outside of them. */
const faultsOf = ({ plugin, faults }: PluginEntry, secrets: readonly string[]): PluginReport["faults"] => {
  const late = lateFaultsOf(plugin);
  const last = (late.last?.at ?? 0) > (faults.last?.at ?? 0) ? late.last : faults.last;
  return {
    count: faults.count + late.count,
    last: last && { ...last, message: hideTexts(last.message, secrets) },
  };
};
