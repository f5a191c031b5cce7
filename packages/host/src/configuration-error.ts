import { Data } from "effect";

/** The service can't start with what it was given; each problem names the place, what came and what may be. */
export class ConfigurationError extends Data.TaggedError("ConfigurationError")<{
  readonly problems: readonly string[];
}> {
  override get message(): string {
    return this.problems.join("\n");
  }
}
