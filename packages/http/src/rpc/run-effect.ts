import { callerNamed, CurrentCaller, type PassageIndexError } from "@quarry/index";
import { DomainError } from "@quarry/plugin/domain";
import { type FileStoreError, fileStoreErrorToDomain } from "@quarry/store/files";
import type { PluginError } from "@quarry/plugin";
import { searchFailureToDomain } from "@quarry/search";
import { CurrentAnswer, type SecretBoxError, type StoreError, storeErrorToDomain } from "@quarry/store";
import { Cause, Effect, Exit, Option } from "effect";
import type { CallContext } from "./handler.ts";

/** Failures of use cases. A handler's effect can have no other failure, because `toDomain` converts only these. */
export type HandlerFailure =
  | DomainError
  | FileStoreError
  | PassageIndexError
  | PluginError
  | SecretBoxError
  | StoreError;

/**
 * Runs the effect of a handler. Throws failures as the `DomainError` that the caller gets. A defect, or a failure that
 * is the service's own fault, is thrown unchanged: it answers 500 and is logged with its cause. An aborted signal
 * interrupts the effect.
 */
export const runEffect = async <A>(effect: Effect.Effect<A, HandlerFailure>, signal?: AbortSignal): Promise<A> => {
  const fiber = Effect.runFork(effect, signal && { signal });
  // A result from memory is available immediately and needs no promise.
  const exit =
    fiber.pollUnsafe() ?? (await new Promise<Exit.Exit<A, HandlerFailure>>((ended) => fiber.addObserver(ended)));
  if (Exit.isSuccess(exit)) return exit.value;
  const error = Cause.squash(exit.cause);
  const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause));
  const answer = failure === undefined ? error : toDomain(failure);
  throw answer instanceof DomainError && answer.code !== "internal" ? answer : error;
};

type Calling = Pick<CallContext, "principal" | "signal" | "answer">;

/**
 * Runs an effect like `runEffect`, for a caller: it is scheduled fairly by the caller's key, accesses only data within
 * the key's access filter, and is interrupted when the caller disconnects.
 */
export const runFor = <A>(calling: Calling, effect: Effect.Effect<A, HandlerFailure>): Promise<A> =>
  runEffect(asCaller(calling, effect), calling.signal);

/**
 * Runs an effect like `runFor`, but to its end: writes that have begun are not interrupted when the caller disconnects.
 */
export const runToEndFor = <A>(
  calling: Omit<Calling, "signal">,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => runEffect(asCaller(calling, effect));

const asCaller = <A, E>({ principal, answer }: Omit<Calling, "signal">, effect: Effect.Effect<A, E>) => {
  const counted = answer === undefined ? effect : Effect.provideService(effect, CurrentAnswer, answer);
  return Effect.provideService(counted, CurrentCaller, callerNamed(principal?.name ?? "", principal?.accessFilter));
};

/** Converts each failure; a missing case does not compile. */
const toDomain = (failure: HandlerFailure): DomainError => {
  switch (failure._tag) {
    case "DomainError":
      return failure;
    case "StoreError":
      return storeErrorToDomain(failure);
    case "FileStoreError":
      return fileStoreErrorToDomain(failure);
    case "PassageIndexError":
    case "PluginError":
      return searchFailureToDomain(failure);
    case "SecretBoxError":
      return new DomainError({ code: "internal", message: failure.message });
  }
};
