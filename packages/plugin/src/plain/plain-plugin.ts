// Not from "effect" itself: each parser worker imports this file.
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type * as Scope from "effect/Scope";
import type { PluginContext } from "../plugin-context.ts";
import { PluginError } from "../plugin-error.ts";

/** Last argument of each call of a plain plugin. */
export interface PluginCall<Settings = unknown> extends PluginContext {
  readonly settings: Settings;
  /** Aborted when the caller has gone or the time limit has passed: stop requests and long work then. */
  readonly signal: AbortSignal;
}

/**
 * Methods of a contract as plain functions: promises or values instead of effects, with the call as an additional last
 * argument.
 */
export type PlainMethods<Service, Settings = unknown> = {
  [Name in keyof Service]: Service[Name] extends Effect.Effect<infer Value, PluginError>
    ? (call: PluginCall<Settings>) => Promise<Value> | Value
    : NonNullable<Service[Name]> extends (...parameters: infer Given) => Effect.Effect<infer Value, PluginError>
      ? (...parameters: [...Given, call: PluginCall<Settings>]) => Promise<Value> | Value
      : PlainMethods<NonNullable<Service[Name]>, Settings>;
};

/** Methods of a plain plugin in addition to those of its contract. */
export interface PlainLife<Settings = unknown> {
  /** Throws if the plugin can't serve right now; must not cost money. Absent: the plugin is always healthy. */
  health?(call: PluginCall<Settings>): Promise<void> | void;
  /** Releases resources that were opened; called once, after the last call. */
  close?(): Promise<void> | void;
}

/** Plugin as its author writes it: with effects, or with plain functions. */
export type PluginDefinition<Settings, Plugin extends AnyPlugin, Service, Plain> = Omit<
  Plugin,
  "kind" | "settings" | "describe" | "make"
> & {
  /** Schema of the settings, from `defineSettings` or an effect Schema. Default: no settings. */
  readonly settings?: Schema.Codec<Settings, unknown>;
  readonly describe?: (
    settings: Settings,
    context: PluginContext,
  ) => Effect.Effect<Plugin["capabilities"], PluginError> | Promise<Plugin["capabilities"]>;
} & (
    | (Plain & { readonly make?: undefined })
    | {
        /** Opens the plugin. The result can be an instance of a class; its `close` releases what it opened. */
        readonly make: (
          settings: Settings,
          context: PluginCall<Settings>,
        ) => Effect.Effect<Service, PluginError, Scope.Scope> | Plain | Promise<Plain>;
      }
  );

interface AnyPlugin {
  readonly name: string;
  readonly capabilities: object;
}

// eslint-disable-next-line typescript/no-explicit-any
type AnyMethod = (...parameters: any[]) => unknown;

/**
 * Calls a plain method with the arguments of the contract's method, and returns the result of the contract's method.
 */
export type Invoke<Context = unknown> = (
  method: AnyMethod,
  call: PluginCall,
  // eslint-disable-next-line typescript/no-explicit-any
  input: any,
  context: Context,
) => unknown;

/** Passes the first `count` arguments unchanged, followed by the call. */
export const positional =
  (count: number): Invoke =>
  (method, call, input: readonly unknown[]) =>
    method(...Array.from({ length: count }, (_, index) => input[index]), call);

/** Invokers of a contract's plain methods. A nested table is for methods within a member, such as `terms`. */
export interface InvokeTable<Context> {
  readonly [name: string]: Invoke<Context> | InvokeTable<Context>;
}

/** Builds the parts of a plugin that are the same for all kinds, and converts the author's promises to effects. */
export const definedPlugin = <Settings, Context>(
  definition: PluginDefinition<Settings, AnyPlugin, object, object>,
  methods: InvokeTable<Context>,
  contextOf: (settings: Settings) => Context,
) => {
  const { name, describe, settings = Schema.Struct({}) } = definition;
  return {
    ...definition,
    settings,
    ...(describe !== undefined && {
      describe: (input: Settings, context: PluginContext) =>
        Effect.flatMap(
          called(name, () => describe(input, context)),
          (described) => (Effect.isEffect(described) ? described : attempt(name, () => described)),
        ),
    }),
    make: (input: Settings, context: PluginContext) => {
      const opening = new AbortController();
      const call = { ...context, settings: input };
      const service = (plain: PlainLife) => ({
        ...effectMethods(name, plain, methods, call, contextOf(input)),
        health: attempt(name, (signal) => plain.health?.({ ...call, signal })),
      });
      return Effect.flatMap(
        called(name, () => definition.make?.(input, { ...call, signal: opening.signal }) ?? definition),
        (made) => (Effect.isEffect(made) ? made : Effect.map(openedPlain(name, made, opening), service)),
      );
    },
  };
};

/** Waits for the promise of `make`. A plugin that opens after the service has given up waiting is closed at once. */
const openedPlain = (plugin: string, made: object, opening: AbortController) =>
  Effect.acquireRelease(
    Effect.onInterrupt(
      attempt(plugin, async () => {
        // `undefined` becomes a plugin without methods: the service reports which ones it lacks.
        const plain: PlainLife = (await made) ?? {};
        if (opening.signal.aborted) await plain.close?.();
        return plain;
      }),
      () => Effect.sync(() => opening.abort()),
    ),
    (plain) => Effect.promise(async () => plain.close?.()),
    { interruptible: true },
  );

/** Converts the methods of the plain plugin to effects; omits those that it lacks. */
const effectMethods = <Context>(
  plugin: string,
  plain: object,
  methods: InvokeTable<Context>,
  call: Omit<PluginCall, "signal">,
  context: Context,
): Record<string, unknown> => {
  const members = plain as Readonly<Record<string, object | undefined>>;
  const present = Object.entries(methods).filter(([name]) => members[name] !== undefined);
  return Object.fromEntries(
    present.map(([name, invoke]) => [
      name,
      typeof invoke === "function"
        ? (...parameters: readonly unknown[]) =>
            attempt(plugin, (signal) =>
              // Called as a method of its object: the plain plugin can be a class instance.
              invoke(
                (...args) => (members[name] as AnyMethod).apply(plain, args),
                { ...call, signal },
                parameters,
                context,
              ),
            )
        : effectMethods(plugin, members[name]!, invoke, call, context),
    ]),
  );
};

/**
 * Returns the effect of a plain function. A thrown `PluginError` is a failure; anything else that it throws is a
 * defect, as in an effect. An interruption aborts the signal and does not wait for the function.
 */
const attempt = <Value>(
  plugin: string,
  run: (signal: AbortSignal) => Promise<Value> | Value,
): Effect.Effect<Value, PluginError> =>
  Effect.tryPromise({ try: async (signal) => run(signal), catch: (error) => error }).pipe(
    Effect.catch((error) => failureOf(plugin, error)),
  );

/** Returns the effect of a function that can throw and whose result is not awaited. */
const called = <Value>(plugin: string, run: () => Value): Effect.Effect<Value, PluginError> =>
  Effect.try({ try: run, catch: (error) => error }).pipe(Effect.catch((error) => failureOf(plugin, error)));

const failureOf = (plugin: string, error: unknown): Effect.Effect<never, PluginError> => {
  if (!(error instanceof PluginError)) return Effect.die(error);
  return Effect.fail(error.plugin === "" ? new PluginError({ ...fieldsOf(error), plugin }) : error);
};

const fieldsOf = ({ reason, message, retryAfterSeconds, cause }: PluginError) => ({
  reason,
  message,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  ...(cause !== undefined && { cause }),
});

/**
 * Converts an effect to a promise, so that plain functions can use the helpers of this package that return effects
 * (`callProvider`, `keyToSend`). It rejects with their `PluginError`; an abort interrupts the effect.
 */
export const toPromise = <Value>(effect: Effect.Effect<Value, PluginError>, signal?: AbortSignal): Promise<Value> =>
  Effect.runPromise(effect, { signal });
