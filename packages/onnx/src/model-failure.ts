import type { PluginErrorReason } from "@quarry/plugin";

/** Failure of a model or of its process, before the plugin's name is added. */
export class ModelFailure extends Error {
  override readonly name = "ModelFailure";
  readonly reason: PluginErrorReason;

  constructor(reason: PluginErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
