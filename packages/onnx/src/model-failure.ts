import type { PluginErrorReason } from "@quarry/plugin";

/** A failure of a model or of its process, before it has the plugin's name. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly reason: PluginErrorReason;

  constructor(reason: PluginErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
