import { Data } from "effect";

/**
 * Invalid configuration, which prevents the service from starting. Each problem names the path, the value and the
 * allowed values.
 */
export class ConfigurationError extends Data.TaggedError("ConfigurationError")<{
  readonly problems: readonly string[];
}> {
  override get message(): string {
    return this.problems.join("\n");
  }
}
