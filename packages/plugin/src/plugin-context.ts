/** Resources that the platform gives every plugin when it opens it. */
export interface PluginContext {
  /** Folder reserved for the plugin, below the service's data folder; it exists when `make` runs. */
  readonly dataDirectory: string;
  /** Writes to the service's log. Never log a credential or a document's text. */
  readonly log: (level: "debug" | "info" | "warn" | "error", message: string, fields?: Record<string, unknown>) => void;
}
