import type { Transport } from "@connectrpc/connect";

/** Transport of calls to the service; any Connect transport is one. */
export interface QuarryTransport extends Transport {
  /** Whether requests can be streamed, so that an upload starts before its file is read. Default: it can't. */
  readonly streamsRequests?: boolean;
  /** Ends the connections. */
  readonly close?: () => void;
}
