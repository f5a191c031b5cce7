import { currentCall, type PluginCall } from "./plugin-call.ts";
import { lateFaultsOf } from "./plugin-faults.ts";
import { pluginsOnStack } from "./plugin-locations.ts";

/** Failure of a plugin after or outside its calls: a timer that threw, or a rejected promise that nobody awaited. */
export interface LateFailure {
  readonly plugin: string;
  /** The call that it was left behind by, as far as that is known. */
  readonly call: string | undefined;
  readonly error: unknown;
}

/**
 * Catches what plugins throw outside of their calls from now on, and reports it, so that this process goes on. Errors
 * that are not a plugin's end the process, as they would without this. Returns the function that stops it.
 */
export const listenForLateFailures = (report: (failure: LateFailure) => void): (() => void) => {
  // Rejections that nobody handles come here too: Node throws them.
  const listener = (error: unknown): void => {
    const failure = lateFailureOf(error, currentCall());
    if (failure !== undefined) {
      lateFaultsOf(failure.plugin).add(describeLate(failure));
      return report(failure);
    }
    stop();
    // Thrown again where nobody listens, it ends the process with Node's own message.
    process.nextTick(() => {
      throw error;
    });
  };
  const stop = (): void => void process.off("uncaughtException", listener);
  process.on("uncaughtException", listener);
  return stop;
};

const describeLate = ({ plugin, call }: LateFailure): string =>
  `the plugin "${plugin}" failed outside of a call${call === undefined ? "" : `, after ${call}`}; the service's log tells more`;

/**
 * Attributes an error to the plugin whose code is on its stack; if that shows none, or several, to the call in which it
 * was started.
 */
const lateFailureOf = (error: unknown, call: PluginCall | undefined): LateFailure | undefined => {
  const onStack = pluginsOnStack(error instanceof Error ? String(error.stack) : "");
  const isCalls = call !== undefined && (onStack.length === 0 || onStack.includes(call.plugin));
  if (isCalls) return { ...call, error };
  const [plugin] = onStack;
  return plugin === undefined ? undefined : { plugin, call: undefined, error };
};
