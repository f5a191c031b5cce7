import type { PluginError } from "@quarry/plugin";
import type { Effect } from "effect";
import { decorated } from "../decorated.ts";
import type { PluginOperation } from "../plugin-timeouts-section.ts";
import { readNothing } from "./answers/read-values.ts";
import { contained, type GuardedPlugin } from "./contained-call.ts";

type Method = (...parameters: never[]) => Effect.Effect<unknown, PluginError>;

interface ContainedMethod<Call extends Method> {
  /** The operation whose time limit the call has. */
  readonly operation: PluginOperation | ((...parameters: Parameters<Call>) => PluginOperation);
  /** Gives the answer, as far as it is one; throws a `WrongAnswer` otherwise. */
  readonly read: (answer: unknown, ...parameters: Parameters<Call>) => Effect.Success<ReturnType<Call>>;
}

/** Time limit and reader of the answers of each method of a service. */
export type GuardedMethods<Service> = {
  readonly [Name in keyof Service as NonNullable<Service[Name]> extends Method ? Name : never]-?: ContainedMethod<
    Extract<NonNullable<Service[Name]>, Method>
  >;
};

interface AnyContainedMethod {
  readonly operation: PluginOperation | ((...parameters: readonly unknown[]) => PluginOperation);
  readonly read: (answer: unknown, ...parameters: readonly unknown[]) => unknown;
}

/** A plugin's service that answers as its contract says, whatever stands behind it. `prefix` is put before names of calls. */
export const guardedService = <Service extends object & { readonly health?: Effect.Effect<void, PluginError> }>(
  plugin: GuardedPlugin,
  service: Service,
  methods: GuardedMethods<Service>,
  prefix = "",
): Service => {
  const table = methods as unknown as Readonly<Record<string, AnyContainedMethod>>;
  const guarded = decorated(
    service,
    (call, name) => {
      const { operation, read } = table[name]!;
      return (...parameters) =>
        contained(plugin, {
          call: prefix + name,
          operation: typeof operation === "function" ? operation(...parameters) : operation,
          run: () => call(...parameters),
          read: (answer) => read(answer, ...parameters),
        });
    },
    Object.keys(table),
  );
  if (service.health === undefined) return guarded;
  const health = contained(plugin, {
    call: "health",
    operation: "health",
    run: () => service.health,
    read: readNothing,
  });
  return { ...guarded, health };
};
