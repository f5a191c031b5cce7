import { Effect, Result } from "effect";
import { PluginError, type PluginErrorReason } from "@quarry/plugin";

/** Error of a check that found a breach of the plugin contract; the message describes the breach. */
export class ContractFailure extends Error {
  override readonly name = "ContractFailure";
}

/** Throws a `ContractFailure` with `message` unless `condition` is true. */
export function ensure(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ContractFailure(message);
}

/**
 * Runs an effect that must fail with a `PluginError` of one of `reasons`, and returns the error. Defects, successes and
 * other reasons are contract failures.
 */
export async function ensureFailure(
  effect: Effect.Effect<unknown, PluginError>,
  reasons: readonly PluginErrorReason[],
  what: string,
): Promise<PluginError> {
  const outcome = await Effect.runPromise(Effect.result(effect)).catch((defect: unknown) => {
    throw new ContractFailure(`${what}: died with ${String(defect)} instead of failing with a PluginError`);
  });
  ensure(Result.isFailure(outcome), `${what}: succeeded, should fail with ${reasons.join(" or ")}`);
  const error = outcome.failure;
  ensure(error instanceof PluginError, `${what}: failed with ${String(error)}, which is not a PluginError`);
  ensure(
    reasons.includes(error.reason),
    `${what}: failed with reason ${error.reason} (${error.message}), should be ${reasons.join(" or ")}`,
  );
  ensure(error.message.trim() !== "", `${what}: the error has no message`);
  return error;
}
