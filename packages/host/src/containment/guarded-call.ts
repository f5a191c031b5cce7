import { describeValue } from "@quarry/plugin/domain";
import type { PluginContext, PluginError } from "@quarry/plugin";
import { Cause, Context, Effect, Exit, Fiber } from "effect";
import { describeThrown } from "../describe-thrown.ts";
import type { PluginOperation, PluginTimeouts } from "../plugin-timeouts-section.ts";
import { asCall, type PluginCall } from "./plugin-call.ts";
import { failureOf, type PluginFailure, tooSlow } from "./plugin-failures.ts";
import type { PluginFaults } from "./plugin-faults.ts";
import { WrongAnswer } from "./wrong-answer.ts";

/** Plugin whose calls are guarded, with its limits, log and faults. */
export interface GuardedPlugin {
  readonly plugin: string;
  readonly timeouts: PluginTimeouts;
  /** Log of the service, with the plugin's name. */
  readonly log: PluginContext["log"];
  /** Counter of the plugin's faults. */
  readonly faults: PluginFaults;
}

export interface GuardedCall<Answer> {
  readonly call: string;
  /** Operation whose time limit applies. */
  readonly operation: PluginOperation;
  /** Returns the plugin's effect. */
  readonly run: () => unknown;
  /** Validates and returns the result. Throws a `WrongAnswer` if it is invalid. */
  readonly read: (answer: unknown) => Answer;
}

/** Time for an interrupted call to release its resources. After that its caller continues without it. */
const INTERRUPTION_GRACE_MS = 1_000;

/**
 * Calls a plugin in isolation: within the time limit, in a separate fiber, with a validated result. The only harm it
 * can do is to block this thread. The call always ends with a result that follows the contract, or with a `PluginError`
 * that names the plugin and the call. An interruption reaches the plugin.
 */
export const guardedCall = <Answer>(
  plugin: GuardedPlugin,
  { call, operation, run, read }: GuardedCall<Answer>,
): Effect.Effect<Answer, PluginError> => {
  const pluginCall: PluginCall = { plugin: plugin.plugin, call };
  return Effect.callback((resume) => {
    const fiber = asCall(pluginCall, () => fork(run));
    const finishedExit = fiber.pollUnsafe();
    if (finishedExit !== undefined) return resume(outcomeOf(plugin, pluginCall, finishedExit, read));
    const seconds = plugin.timeouts[operation];
    const timer = setTimeout(() => {
      const error = tooSlow(pluginCall, seconds, operation);
      plugin.log("warn", error.message, { call });
      plugin.faults.add(error.message);
      resume(Effect.fail(error));
      fiber.interruptUnsafe();
    }, seconds * 1000);
    fiber.addObserver((exit) => {
      clearTimeout(timer);
      resume(outcomeOf(plugin, pluginCall, exit, read));
    });
    return Effect.suspend(() => {
      clearTimeout(timer);
      fiber.interruptUnsafe();
      return endOf(fiber);
    });
  });
};

/**
 * Starts a fiber with the caller's context (its log, its span). It is not a child of the caller's fiber, because it can
 * outlive the caller.
 */
const fork = (run: () => unknown): Fiber.Fiber<unknown, unknown> => {
  const context = Fiber.getCurrent()?.context ?? Context.empty();
  return Effect.runForkWith(context)(Effect.suspend(() => asEffect(run())));
};

const asEffect = (value: unknown): Effect.Effect<unknown, unknown> => {
  if (Effect.isEffect(value)) return value as Effect.Effect<unknown, unknown>;
  // Prevents an unhandled rejection: the value is already reported as a failure.
  if (value instanceof Promise) value.catch(() => undefined);
  const description = value instanceof Promise ? "a promise" : describeValue(value);
  return Effect.fail(new WrongAnswer(`it returned ${description} instead of an effect`));
};

/** Runs in the caller's fiber: validating the result is not the plugin's work. */
const outcomeOf = <Answer>(
  plugin: GuardedPlugin,
  pluginCall: PluginCall,
  exit: Exit.Exit<unknown, unknown>,
  read: (answer: unknown) => Answer,
): Effect.Effect<Answer, PluginError> =>
  Effect.suspend(() => {
    if (Exit.isFailure(exit)) return Effect.fail(reportedError(plugin, pluginCall, failureOf(pluginCall, exit.cause)));
    try {
      return Effect.succeed(read(exit.value));
    } catch (error) {
      return Effect.fail(reportedError(plugin, pluginCall, failureOf(pluginCall, Cause.fail(error))));
    }
  });

/**
 * Logs a failure. The caller reports a plugin's expected errors; unexpected ones, and file paths, are for the operator.
 */
const reportedError = (plugin: GuardedPlugin, { call }: PluginCall, failure: PluginFailure): PluginError => {
  const { error, isFault, message } = failure;
  if (message !== undefined) plugin.log("warn", message, { call });
  // A thrown value that is not an error can be anything, and the logger would serialise all of it.
  const err = error.cause instanceof Error ? error.cause : describeThrown(error.cause);
  if (isFault) {
    plugin.log("error", error.message, { call, ...(error.cause !== undefined && { err }) });
    plugin.faults.add(error.message);
  }
  return error;
};

const endOf = (fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const timer = setTimeout(() => resume(Effect.void), INTERRUPTION_GRACE_MS);
    fiber.addObserver(() => {
      clearTimeout(timer);
      resume(Effect.void);
    });
  });
