import type { Transport } from "@connectrpc/connect";

/** Transport of calls to the service. Any Connect transport qualifies. */
export interface QuarryTransport extends Transport {
  /** Whether requests can be streamed, which lets an upload start before its file is read. Default: false. */
  readonly streamsRequests?: boolean;
  /** Closes the connections. */
  readonly close?: () => void;
}
