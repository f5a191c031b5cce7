import type { PluginContext } from "@quarry/plugin";

export interface ServeOptions {
  /** Plugin settings as an operator writes them, decoded by the plugin's schema. Default: none. */
  readonly settings?: unknown;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Data folder of the plugin. It is created if it does not exist. */
  readonly dataDirectory: string;
  /** Token that callers must send as `authorization: Bearer …`. Default: no token required. */
  readonly token?: string;
  /** Default: plain HTTP/2, only on this machine. */
  readonly tls?: ServeTls;
  /** Whether to allow other machines to connect without TLS. Default: false. */
  readonly insecure?: boolean;
  /** Maximum size of an accepted message in bytes. Default: 4 MiB. */
  readonly maxMessageBytes?: number;
  /** Seconds that calls may continue after `close`. Default: 10. */
  readonly graceSeconds?: number;
  /** Default: one line of JSON on stderr for each entry. */
  readonly log?: PluginContext["log"];
}

export interface ServeTls {
  /** PEM file of the certificate and its intermediate certificates. */
  readonly certificateFile: string;
  /** PEM file of the private key. */
  readonly keyFile: string;
  /** PEM file of the authority that signs callers' certificates. If set, all other callers are rejected. */
  readonly clientCaFile?: string;
}

/** A plugin that is served. */
export interface ServedPlugin {
  /** Address, in the format of the caller's settings. */
  readonly address: string;
  /** Accepts no further calls, lets those in progress finish, and closes the plugin. */
  readonly close: () => Promise<void>;
}

/** Logs a line of JSON to stderr. */
export const logToStderr: PluginContext["log"] = (level, message, fields) => {
  if (level === "debug") return;
  process.stderr.write(`${JSON.stringify({ level, time: new Date().toISOString(), message, ...fields })}\n`);
};
