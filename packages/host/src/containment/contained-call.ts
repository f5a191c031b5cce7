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
  /** The service's log, in the plugin's name. */
  readonly log: PluginContext["log"];
  /** Counter of its faults. */
  readonly faults: PluginFaults;
}

export interface ContainedCall<Answer> {
  readonly call: string;
  /** Operation whose time limit applies. */
  readonly operation: PluginOperation;
  /** Gives the plugin's effect. */
  readonly run: () => unknown;
  /** Gives the answer, as far as it is one; throws a `WrongAnswer` otherwise. */
  readonly read: (answer: unknown) => Answer;
}

/** Time for an interrupted call to release its resources; then its caller goes on without it. */
const INTERRUPTION_GRACE_MS = 1_000;

/**
 * Calls a plugin so that it can do no harm but to keep this thread busy: within the time limit, in a fiber of its own, its
 * answer checked. Whatever it does, the call ends with an answer that follows the contract, or with a `PluginError` that
 * names the plugin and the call. An interruption reaches the plugin.
 */
export const contained = <Answer>(
  plugin: GuardedPlugin,
  { call, operation, run, read }: ContainedCall<Answer>,
): Effect.Effect<Answer, PluginError> => {
  const where: PluginCall = { plugin: plugin.plugin, call };
  return Effect.callback((resume) => {
    const fiber = asCall(where, () => fork(run));
    const early = fiber.pollUnsafe();
    if (early !== undefined) return resume(outcomeOf(plugin, where, early, read));
    const seconds = plugin.timeouts[operation];
    const limit = setTimeout(() => {
      const error = tooSlow(where, seconds, operation);
      plugin.log("warn", error.message, { call });
      plugin.faults.add(error.message);
      resume(Effect.fail(error));
      fiber.interruptUnsafe();
    }, seconds * 1000);
    fiber.addObserver((exit) => {
      clearTimeout(limit);
      resume(outcomeOf(plugin, where, exit, read));
    });
    return Effect.suspend(() => {
      clearTimeout(limit);
      fiber.interruptUnsafe();
      return endOf(fiber);
    });
  });
};

/**
 * Starts a fiber with the caller's context (its log, its span), which is none of its children: it may outlive the
 * caller.
 */
const fork = (run: () => unknown): Fiber.Fiber<unknown, unknown> => {
  const context = Fiber.getCurrent()?.context ?? Context.empty();
  return Effect.runForkWith(context)(Effect.suspend(() => asEffect(run())));
};

const asEffect = (value: unknown): Effect.Effect<unknown, unknown> => {
  if (Effect.isEffect(value)) return value as Effect.Effect<unknown, unknown>;
  // Its rejection is told as well as it will be.
  if (value instanceof Promise) value.catch(() => undefined);
  const got = value instanceof Promise ? "a promise" : describeValue(value);
  return Effect.fail(new WrongAnswer(`it gave ${got}, and must give an effect`));
};

/** Runs in the caller's fiber: the validation of the answer is not the plugin's doing. */
const outcomeOf = <Answer>(
  plugin: GuardedPlugin,
  where: PluginCall,
  exit: Exit.Exit<unknown, unknown>,
  read: (answer: unknown) => Answer,
): Effect.Effect<Answer, PluginError> =>
  Effect.suspend(() => {
    if (Exit.isFailure(exit)) return Effect.fail(reportedError(plugin, where, failureOf(where, exit.cause)));
    try {
      return Effect.succeed(read(exit.value));
    } catch (error) {
      return Effect.fail(reportedError(plugin, where, failureOf(where, Cause.fail(error))));
    }
  });

/**
 * Logs a failure. A plugin's expected errors are reported by the caller; unexpected ones, and paths of files, are for
 * the operator.
 */
const reportedError = (plugin: GuardedPlugin, { call }: PluginCall, failure: PluginFailure): PluginError => {
  const { error, isFault, message } = failure;
  if (message !== undefined) plugin.log("warn", message, { call });
  // A thrown value that is no error may be anything, and the logger serialises all of what it gets.
  const err = error.cause instanceof Error ? error.cause : describeThrown(error.cause);
  if (isFault) {
    plugin.log("error", error.message, { call, ...(error.cause !== undefined && { err }) });
    plugin.faults.add(error.message);
  }
  return error;
};

const endOf = (fiber: Fiber.Fiber<unknown, unknown>): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const grace = setTimeout(() => resume(Effect.void), INTERRUPTION_GRACE_MS);
    fiber.addObserver(() => {
      clearTimeout(grace);
      resume(Effect.void);
    });
  });
