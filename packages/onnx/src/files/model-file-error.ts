/**
 * - `unavailable`: the hub can't be reached, is too slow or asks to come back (the same may go well later)
 * - `unauthorized`: it wants a login, or another one
 * - `missing`: it doesn't have the file
 * - `wrong`: what came is not what was asked for
 * - `unfit`: what lies here is not what came once
 */
export type ModelFileErrorReason = "unavailable" | "unauthorized" | "missing" | "wrong" | "unfit";

/** A file of a model can't be had, or isn't what it should be. */
export class ModelFileError extends Error {
  override readonly name = "ModelFileError";
  readonly reason: ModelFileErrorReason;

  constructor(message: string, reason: ModelFileErrorReason) {
    super(message);
    this.reason = reason;
  }

  /** Decides what a program of the command line ends with. */
  get code(): "invalid_argument" | "unavailable" | undefined {
    if (this.reason === "unavailable") return "unavailable";
    return this.reason === "unfit" ? "invalid_argument" : undefined;
  }
}
