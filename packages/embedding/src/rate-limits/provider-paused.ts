import type { PluginError } from "@quarry/plugin";
import { Data } from "effect";

/** Failure without a call to the provider: it requested a longer pause than the caller would wait. */
export class ProviderPaused extends Data.TaggedError("ProviderPaused")<{
  readonly pauseMs: number;
  /** Failure that started the pause. */
  readonly error: PluginError;
}> {}
