import type { PluginErrorReason } from "@quarry/plugin";

/** Why a model can't be used; the message names the file and what is wrong with it. */
export class ModelFailure extends Error {
  readonly reason: PluginErrorReason;

  constructor(reason: PluginErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
