import type { PluginContext } from "@quarry/plugin";

export interface ServeOptions {
  /** The plugin's settings as an operator writes them; its schema decodes them. Default: none. */
  readonly settings?: unknown;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, a free one. */
  readonly port?: number;
  /** A folder of the plugin's own; it is made when it isn't there. */
  readonly dataDirectory: string;
  /** Token that callers have to send as `authorization: Bearer …`. Default: none is required. */
  readonly token?: string;
  /** Default: plain HTTP/2, to this machine alone. */
  readonly tls?: ServeTls;
  /** Whether to listen beyond this machine without TLS. Default: false. */
  readonly insecure?: boolean;
  /** Largest message that is accepted, in bytes. Default: 4 MiB. */
  readonly maxMessageBytes?: number;
  /** Seconds that calls may go on after `close`. Default: 10. */
  readonly graceSeconds?: number;
  /** Default: one line of JSON on stderr for each entry. */
  readonly log?: PluginContext["log"];
}

export interface ServeTls {
  /** PEM file of the certificate and those between it and its authority. */
  readonly certificateFile: string;
  /** PEM file of its key. */
  readonly keyFile: string;
  /** PEM file of the authority that signs callers' certificates; given, no other caller is let in. */
  readonly clientCaFile?: string;
}

/** A plugin that is served. */
export interface ServedPlugin {
  /** Address, as it is written in the caller's settings. */
  readonly address: string;
  /** Takes no more calls, lets those under way end, closes the plugin. */
  readonly close: () => Promise<void>;
}

/** A line of JSON on stderr. */
export const logToStderr: PluginContext["log"] = (level, message, fields) => {
  if (level === "debug") return;
  process.stderr.write(`${JSON.stringify({ level, time: new Date().toISOString(), message, ...fields })}\n`);
};
