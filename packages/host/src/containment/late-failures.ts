import { currentCall, type PluginCall } from "./plugin-call.ts";
import { lateFaultsOf } from "./plugin-faults.ts";
import { pluginsOnStack } from "./plugin-locations.ts";

/** Failure of a plugin after or outside its calls: a timer that threw, or an unhandled promise rejection. */
export interface LateFailure {
  readonly plugin: string;
  /** Call that left the failing code behind, if known. */
  readonly call: string | undefined;
  readonly error: unknown;
}

/**
 * Catches and reports errors that plugins throw outside of their calls from now on, to keep the process alive. Errors
 * of other code end the process as usual. Returns a function that stops this.
 */
export const listenForLateFailures = (report: (failure: LateFailure) => void): (() => void) => {
  // Unhandled rejections arrive here too, because Node throws them.
  const listener = (error: unknown): void => {
    const failure = lateFailureOf(error, currentCall());
    if (failure !== undefined) {
      lateFaultsOf(failure.plugin).add(describeLate(failure));
      return report(failure);
    }
    stop();
    // Rethrown without a listener, the error ends the process with Node's own message.
    process.nextTick(() => {
      throw error;
    });
  };
  const stop = (): void => void process.off("uncaughtException", listener);
  process.on("uncaughtException", listener);
  return stop;
};

const describeLate = ({ plugin, call }: LateFailure): string =>
  `the plugin "${plugin}" failed outside a call${call === undefined ? "" : `, after ${call}`}; see the service's log`;

/**
 * Attributes an error to the plugin whose code is on its stack. If the stack shows none or several, attributes it to
 * the call that started the code.
 */
const lateFailureOf = (error: unknown, call: PluginCall | undefined): LateFailure | undefined => {
  const stackPlugins = pluginsOnStack(error instanceof Error ? String(error.stack) : "");
  const isFromCall = call !== undefined && (stackPlugins.length === 0 || stackPlugins.includes(call.plugin));
  if (isFromCall) return { ...call, error };
  const [plugin] = stackPlugins;
  return plugin === undefined ? undefined : { plugin, call: undefined, error };
};
