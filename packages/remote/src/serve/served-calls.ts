import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, type HandlerContext } from "@connectrpc/connect";
import type { PluginIdentitySchema } from "@quarry/api/plugin";
import { type PluginContext, PluginError, type PluginErrorReason, type QuarryPlugin } from "@quarry/plugin";
import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Option from "effect/Option";
import { failureToSend } from "../wire/failure-detail.ts";

/** Helpers for every service of a served plugin. */
export interface ServedCalls {
  readonly identity: MessageInitShape<typeof PluginIdentitySchema>;
  readonly maxMessageBytes: number;
  /**
   * Runs a call and returns its result. Interrupts it when the host cancels. Throws its failure in the form that the
   * host understands.
   */
  readonly run: <Value>(call: () => Effect.Effect<Value, PluginError>, context: HandlerContext) => Promise<Value>;
  /** Like `run`, for a call without a result. Returns the empty response. */
  readonly finish: (
    call: () => Effect.Effect<void, PluginError>,
    context: HandlerContext,
  ) => Promise<Record<string, never>>;
  /** Creates the error of an invalid request. */
  readonly refuse: (reason: PluginErrorReason, message: string) => ConnectError;
}

export const servedCalls = (
  { name, specVersion }: QuarryPlugin,
  maxMessageBytes: number,
  log: PluginContext["log"],
): ServedCalls => {
  const run: ServedCalls["run"] = async (call, { signal }) => {
    const exit = await Effect.runPromiseExit(Effect.suspend(call), { signal });
    if (Exit.isSuccess(exit)) return exit.value;
    const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause));
    if (failure instanceof PluginError) throw failureToSend(failure);
    // Cancelled by the host or by its deadline.
    if (signal.aborted) throw ConnectError.from(signal.reason, Code.Canceled);
    const thrown = Cause.squash(exit.cause);
    // The request was invalid, and was refused before the call began.
    if (thrown instanceof ConnectError) throw thrown;
    throw unexpected(name, thrown, log);
  };
  return {
    identity: { name, specVersions: [specVersion] },
    maxMessageBytes,
    run,
    finish: async (call, context) => {
      await run(call, context);
      return {};
    },
    refuse: (reason, message) => failureToSend(new PluginError({ plugin: name, reason, message })),
  };
};

/**
 * Returns the error for an unexpected exception, which may contain a text or a key: the host learns only that it
 * happened, and the log of this process has the details.
 */
export const unexpected = (name: string, thrown: unknown, log: PluginContext["log"]): ConnectError => {
  log("error", `${name} failed unexpectedly`, { error: thrown instanceof Error ? thrown.stack : String(thrown) });
  return new ConnectError(`${name} failed unexpectedly; see the log of its process`, Code.Internal);
};
