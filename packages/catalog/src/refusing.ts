import { DomainError } from "@quarry/plugin/domain";
import { Effect } from "effect";

/** Runs a check that throws `DomainError` as an effect that fails with it. Any other exception is a defect. */
export const refusing = <A>(check: () => A): Effect.Effect<A, DomainError> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(check());
    } catch (error) {
      return error instanceof DomainError ? Effect.fail(error) : Effect.die(error);
    }
  });
