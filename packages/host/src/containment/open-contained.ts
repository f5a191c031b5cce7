import { describeValue } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import { Effect, Exit, Scope } from "effect";
import { readNothing, readObject } from "./answers/read-values.ts";
import { contained, type GuardedPlugin } from "./contained-call.ts";
import { WrongAnswer } from "./wrong-answer.ts";

/**
 * Opens a plugin: the service that `make` returns must have these methods and a health. When the scope closes, so does
 * the plugin; one that fails to, or takes too long, holds up nobody.
 */
export const openContained = <Service>(
  plugin: GuardedPlugin,
  methods: readonly string[],
  make: () => Effect.Effect<Service, PluginError, Scope.Scope>,
): Effect.Effect<Service, PluginError, Scope.Scope> =>
  Effect.gen(function* () {
    // The plugin's own, so that the service's is not closed by a plugin that never lets go.
    const scope = yield* Effect.acquireRelease(Scope.make(), (own) => closeOf(plugin, own));
    return yield* contained(plugin, {
      call: "make",
      operation: "open",
      run: () => {
        const made: unknown = make();
        return Effect.isEffect(made)
          ? Scope.provide(made as Effect.Effect<Service, PluginError, Scope.Scope>, scope)
          : made;
      },
      read: (service) => readService<Service>(service, methods),
    });
  });

const closeOf = (plugin: GuardedPlugin, scope: Scope.Closeable): Effect.Effect<void> =>
  Effect.ignore(
    contained(plugin, {
      call: "close",
      operation: "close",
      run: () => Scope.close(scope, Exit.void),
      read: readNothing,
    }),
  );

const readService = <Service>(value: unknown, methods: readonly string[]): Service => {
  const service = readObject(value, "a service");
  const lacking = methods.filter((method) => typeof service[method] !== "function");
  if (lacking.length > 0) throw new WrongAnswer(`a service without ${lacking.join(", ")}`);
  if (!Effect.isEffect(service["health"])) {
    throw new WrongAnswer(`health must be an effect, it is ${describeValue(service["health"])}`);
  }
  return value as Service;
};
