/**
 * - `unavailable`: the hub can't be reached, is too slow or asks to retry later (the same request may succeed later)
 * - `unauthorized`: the hub requires a login, or another one
 * - `missing`: the hub doesn't have the file
 * - `wrong`: the received file is not the requested one
 * - `unfit`: the stored file differs from the one first downloaded
 */
export type ModelFileErrorReason = "unavailable" | "unauthorized" | "missing" | "wrong" | "unfit";

/** A model file can't be obtained, or doesn't have the expected content. */
export class ModelFileError extends Error {
  override readonly name = "ModelFileError";
  readonly reason: ModelFileErrorReason;

  constructor(message: string, reason: ModelFileErrorReason) {
    super(message);
    this.reason = reason;
  }

  /** Determines the exit code of a command-line program. */
  get code(): "invalid_argument" | "unavailable" | undefined {
    if (this.reason === "unavailable") return "unavailable";
    return this.reason === "unfit" ? "invalid_argument" : undefined;
  }
}
