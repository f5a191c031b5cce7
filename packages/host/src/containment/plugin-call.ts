import { AsyncLocalStorage } from "node:async_hooks";

/** Plugin, and the operation called: "load", "make", "search". */
export interface PluginCall {
  readonly plugin: string;
  readonly call: string;
}

const calls = new AsyncLocalStorage<PluginCall>();

/** Runs a plugin's code. Everything that it starts, including timers and promises, is attributed to this call. */
export const asCall = <Value>(call: PluginCall, run: () => Value): Value => calls.run(call, run);

/** Returns the call that started the running code, however long ago. */
export const currentCall = (): PluginCall | undefined => calls.getStore();
