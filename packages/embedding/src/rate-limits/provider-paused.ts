import type { PluginError } from "@quarry/plugin";
import { Data } from "effect";

/** Nobody was asked: the provider wants a longer pause than the caller would wait. */
export class ProviderPaused extends Data.TaggedError("ProviderPaused")<{
  readonly pauseMs: number;
  /** Why there is a pause: the failure that began it. */
  readonly error: PluginError;
}> {}
