import { AsyncLocalStorage } from "node:async_hooks";

/** A plugin, and what is being asked of it: "load", "make", "search". */
export interface PluginCall {
  readonly plugin: string;
  readonly call: string;
}

const calls = new AsyncLocalStorage<PluginCall>();

/** Runs what a plugin does; all that it starts meanwhile, timers and promises too, is known as this call's. */
export const asCall = <Value>(call: PluginCall, run: () => Value): Value => calls.run(call, run);

/** The call that what runs now was started by, however long ago. */
export const currentCall = (): PluginCall | undefined => calls.getStore();
