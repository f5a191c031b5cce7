import { callerNamed, CurrentCaller, type PassageIndexError } from "@quarry/index";
import { DomainError } from "@quarry/plugin/domain";
import { type FileStoreError, fileStoreErrorToDomain } from "@quarry/store/files";
import type { PluginError } from "@quarry/plugin";
import { searchFailureToDomain } from "@quarry/search";
import { CurrentAnswer, type SecretBoxError, type StoreError, storeErrorToDomain } from "@quarry/store";
import { Cause, Effect, Exit, Option } from "effect";
import type { CallContext } from "./handler.ts";

/** Failures of use cases. One that is not among them is no failure of a handler's effect, as `toDomain` has no answer for it. */
export type HandlerFailure =
  | DomainError
  | FileStoreError
  | PassageIndexError
  | PluginError
  | SecretBoxError
  | StoreError;

/**
 * Runs the effect behind a handler. Failures are thrown as the `DomainError` that the caller gets; a defect, or a failure that
 * is the service's own fault, is thrown as it is: it answers 500 and is logged with its cause. An aborted signal interrupts it.
 */
export const runEffect = async <A>(effect: Effect.Effect<A, HandlerFailure>, signal?: AbortSignal): Promise<A> => {
  const fiber = Effect.runFork(effect, signal && { signal });
  // An answer from memory is already there, and needs no promise.
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
 * As `runEffect`, for a caller: where work waits it has its key's turn, it sees and touches what lies within the key's
 * access filter, and it is given up when the caller leaves.
 */
export const runFor = <A>(calling: Calling, effect: Effect.Effect<A, HandlerFailure>): Promise<A> =>
  runEffect(asCaller(calling, effect), calling.signal);

/** As `runFor`, to the end: what has begun to be written is not given up when the caller leaves. */
export const runToEndFor = <A>(
  calling: Omit<Calling, "signal">,
  effect: Effect.Effect<A, HandlerFailure>,
): Promise<A> => runEffect(asCaller(calling, effect));

const asCaller = <A, E>({ principal, answer }: Omit<Calling, "signal">, effect: Effect.Effect<A, E>) => {
  const counted = answer === undefined ? effect : Effect.provideService(effect, CurrentAnswer, answer);
  return Effect.provideService(counted, CurrentCaller, callerNamed(principal?.name ?? "", principal?.accessFilter));
};

/** One case for each failure: a missing one does not compile. */
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
