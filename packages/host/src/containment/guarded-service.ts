import type { PluginError } from "@quarry/plugin";
import type { Effect } from "effect";
import { decorated } from "../decorated.ts";
import type { PluginOperation } from "../plugin-timeouts-section.ts";
import { readNothing } from "./answers/read-values.ts";
import { guardedCall, type GuardedPlugin } from "./guarded-call.ts";

type Method = (...parameters: never[]) => Effect.Effect<unknown, PluginError>;

interface GuardedMethod<Call extends Method> {
  /** Operation whose time limit applies to the call. */
  readonly operation: PluginOperation | ((...parameters: Parameters<Call>) => PluginOperation);
  /** Validates and returns the result. Throws a `WrongAnswer` if it is invalid. */
  readonly read: (answer: unknown, ...parameters: Parameters<Call>) => Effect.Success<ReturnType<Call>>;
}

/** Time limit and result validator of each method of a service. */
export type GuardedMethods<Service> = {
  readonly [Name in keyof Service as NonNullable<Service[Name]> extends Method ? Name : never]-?: GuardedMethod<
    Extract<NonNullable<Service[Name]>, Method>
  >;
};

interface AnyGuardedMethod {
  readonly operation: PluginOperation | ((...parameters: readonly unknown[]) => PluginOperation);
  readonly read: (answer: unknown, ...parameters: readonly unknown[]) => unknown;
}

/**
 * Returns a plugin's service whose results follow the contract, whatever the plugin returns. `prefix` precedes the
 * names of calls.
 */
export const guardedService = <Service extends object & { readonly health?: Effect.Effect<void, PluginError> }>(
  plugin: GuardedPlugin,
  service: Service,
  methods: GuardedMethods<Service>,
  prefix = "",
): Service => {
  const table = methods as unknown as Readonly<Record<string, AnyGuardedMethod>>;
  const guarded = decorated(
    service,
    (call, name) => {
      const { operation, read } = table[name]!;
      return (...parameters) =>
        guardedCall(plugin, {
          call: prefix + name,
          operation: typeof operation === "function" ? operation(...parameters) : operation,
          run: () => call(...parameters),
          read: (answer) => read(answer, ...parameters),
        });
    },
    Object.keys(table),
  );
  if (service.health === undefined) return guarded;
  const health = guardedCall(plugin, {
    call: "health",
    operation: "health",
    run: () => service.health,
    read: readNothing,
  });
  return { ...guarded, health };
};
