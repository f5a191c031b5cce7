/** Faults of one plugin entry of the config since the process started. */
export class PluginFaults {
  #count = 0;
  #last: PluginFault | undefined;

  add(message: string): void {
    this.#count += 1;
    this.#last = { message, at: Date.now() };
  }

  get count(): number {
    return this.#count;
  }

  get last(): PluginFault | undefined {
    return this.#last;
  }
}

export interface PluginFault {
  /** Message for the caller and for the log. It names the plugin and the call; the thrown error is only in the log. */
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Faults outside of calls, by the plugin's own name: the config entry that they belong to is not known. */
const lateFaults = new Map<string, PluginFaults>();

export const lateFaultsOf = (plugin: string): PluginFaults => {
  const faults = lateFaults.get(plugin) ?? new PluginFaults();
  lateFaults.set(plugin, faults);
  return faults;
};
