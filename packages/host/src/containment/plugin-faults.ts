/** What was contained of a plugin at one place of the config, since the process was started. */
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
  /** For the caller as well as for the log: it names the plugin and the call, and what was thrown stands in the log alone. */
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Those outside of calls: which of the places of a plugin they come from is not known. By the plugin's own name. */
const late = new Map<string, PluginFaults>();

export const lateFaultsOf = (plugin: string): PluginFaults => {
  const known = late.get(plugin) ?? new PluginFaults();
  late.set(plugin, known);
  return known;
};
