import type { PluginErrorReason } from "@quarry/plugin";

/** Reason why a model can't be used; the message names the file and its error. */
export class ModelFailure extends Error {
  readonly reason: PluginErrorReason;

  constructor(reason: PluginErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
