import type { PluginError } from "@quarry/plugin";
import { Data } from "effect";

/** Failure without a call to the provider: it wants a longer pause than the caller would wait. */
export class ProviderPaused extends Data.TaggedError("ProviderPaused")<{
  readonly pauseMs: number;
  /** Reason of the pause: the failure that began it. */
  readonly error: PluginError;
}> {}
