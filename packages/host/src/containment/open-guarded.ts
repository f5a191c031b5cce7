import { describeValue } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";
import { Effect, Exit, Scope } from "effect";
import { readNothing, readObject } from "./answers/read-values.ts";
import { guardedCall, type GuardedPlugin } from "./guarded-call.ts";
import { WrongAnswer } from "./wrong-answer.ts";

/**
 * Opens a plugin. The service that `make` returns must have these methods and a health check. Closing the scope closes
 * the plugin. A plugin that fails to close, or takes too long, delays nothing else.
 */
export const openGuarded = <Service>(
  plugin: GuardedPlugin,
  methods: readonly string[],
  make: () => Effect.Effect<Service, PluginError, Scope.Scope>,
): Effect.Effect<Service, PluginError, Scope.Scope> =>
  Effect.gen(function* () {
    // Separate scope: a plugin that never closes must not block the closing of the service's scope.
    const scope = yield* Effect.acquireRelease(Scope.make(), (own) => closeOf(plugin, own));
    return yield* guardedCall(plugin, {
      call: "make",
      operation: "open",
      run: () => {
        const opened: unknown = make();
        return Effect.isEffect(opened)
          ? Scope.provide(opened as Effect.Effect<Service, PluginError, Scope.Scope>, scope)
          : opened;
      },
      read: (service) => readService<Service>(service, methods),
    });
  });

const closeOf = (plugin: GuardedPlugin, scope: Scope.Closeable): Effect.Effect<void> =>
  Effect.ignore(
    guardedCall(plugin, {
      call: "close",
      operation: "close",
      run: () => Scope.close(scope, Exit.void),
      read: readNothing,
    }),
  );

const readService = <Service>(value: unknown, methods: readonly string[]): Service => {
  const service = readObject(value, "a service");
  const missingMethods = methods.filter((method) => typeof service[method] !== "function");
  if (missingMethods.length > 0) throw new WrongAnswer(`a service without ${missingMethods.join(", ")}`);
  if (!Effect.isEffect(service["health"])) {
    throw new WrongAnswer(`health must be an effect, it is ${describeValue(service["health"])}`);
  }
  return value as Service;
};
