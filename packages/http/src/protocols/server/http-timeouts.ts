/** Time limits of connections, in milliseconds. */
export interface HttpTimeouts {
  /** For the first bytes of a new connection. Default 10 s. */
  readonly firstBytesMs: number;
  /** For the headers of a request, from its first byte. Default 30 s. */
  readonly headersMs: number;
  /** For the next request on a kept connection. Default 75 s, above the usual 60 s of proxies in front. */
  readonly keepAliveMs: number;
  /** For a connection on which nothing moves in the middle of a request or an answer. Default 120 s. */
  readonly idleMs: number;
  /** Silence on an event stream after which a comment is sent. Default 15 s. */
  readonly heartbeatMs: number;
}

export const DEFAULT_TIMEOUTS: HttpTimeouts = {
  firstBytesMs: 10_000,
  headersMs: 30_000,
  keepAliveMs: 75_000,
  idleMs: 120_000,
  heartbeatMs: 15_000,
};
