import { Data } from "effect";

/**
 * Invalid configuration, with which the service can't start; each problem names the path, the value and the allowed
 * values.
 */
export class ConfigurationError extends Data.TaggedError("ConfigurationError")<{
  readonly problems: readonly string[];
}> {
  override get message(): string {
    return this.problems.join("\n");
  }
}
