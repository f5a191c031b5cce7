import { CurrentCaller, PassageIndexError, callerNamed } from "@quarry/index";
import { DomainError } from "@quarry/plugin/domain";
import { FileStoreError, fileStoreErrorToDomain } from "@quarry/store/files";
import { PluginError } from "@quarry/plugin";
import { searchFailureToDomain } from "@quarry/search";
import { CurrentAnswer, SecretBoxError, StoreError, storeErrorToDomain } from "@quarry/store";
import { Cause, Effect, Exit } from "effect";
import type { CallContext } from "./handler.ts";

/**
 * Runs the effect behind a handler. What the caller may be told arrives as `DomainError`; a defect, or a failure that is
 * the service's own fault, is thrown as it is: it answers 500 and is logged with its cause. An aborted signal interrupts it.
 */
export const runEffect = async <A>(effect: Effect.Effect<A, unknown>, signal?: AbortSignal): Promise<A> => {
  const fiber = Effect.runFork(effect, signal && { signal });
  // What was answered from memory has ended already, and needs no promise.
  const exit = fiber.pollUnsafe() ?? (await new Promise<Exit.Exit<A, unknown>>((ended) => fiber.addObserver(ended)));
  if (Exit.isSuccess(exit)) return exit.value;
  const error = Cause.squash(exit.cause);
  const told = toDomain(error);
  throw told === undefined || told.code === "internal" ? error : told;
};

type Calling = Pick<CallContext, "principal" | "signal" | "answer">;

/**
 * As `runEffect`, for a caller: where work waits it has its key's turn, it sees and touches what lies within the key's
 * boundary, and it is given up when the caller leaves.
 */
export const runFor = <A>(calling: Calling, effect: Effect.Effect<A, unknown>): Promise<A> =>
  runEffect(asCaller(calling, effect), calling.signal);

/** As `runFor`, to the end: what has begun to be written is not given up when the caller leaves. */
export const runToEndFor = <A>(calling: Omit<Calling, "signal">, effect: Effect.Effect<A, unknown>): Promise<A> =>
  runEffect(asCaller(calling, effect));

const asCaller = <A>({ principal, answer }: Omit<Calling, "signal">, effect: Effect.Effect<A, unknown>) => {
  const counted = answer === undefined ? effect : Effect.provideService(effect, CurrentAnswer, answer);
  return Effect.provideService(counted, CurrentCaller, callerNamed(principal?.name ?? "", principal?.boundary));
};

const toDomain = (error: unknown): DomainError | undefined => {
  if (error instanceof DomainError) return error;
  if (error instanceof StoreError) return storeErrorToDomain(error);
  if (error instanceof FileStoreError) return fileStoreErrorToDomain(error);
  if (error instanceof PassageIndexError || error instanceof PluginError) return searchFailureToDomain(error);
  if (error instanceof SecretBoxError) return new DomainError({ code: "internal", message: error.message });
  return undefined;
};
