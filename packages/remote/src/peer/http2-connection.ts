import { type ClientHttp2Session, type ClientHttp2Stream, connect, type OutgoingHttpHeaders } from "node:http2";
import type { GrpcTransportOptions } from "@connectrpc/connect-node";
import { readableLate } from "@quarry/api/readable-late";
import { tlsOptions } from "./peer-credentials.ts";
import { PeerFailure } from "./peer-failure.ts";
import type { PeerSettings } from "./remote-settings.ts";

/** A connection that takes longer goes nowhere; a health check still answers within the contract's 5 s. */
const CONNECT_TIMEOUT_MS = 3_000;
/** A connection not used for so long may be gone without a word (a firewall's table, a lost machine): it is asked first. */
const IDLE_BEFORE_PING_MS = 30_000;
const PING_TIMEOUT_MS = 2_000;
/** Large messages come without waiting for the window of 64 kB, HTTP/2's default. */
const STREAM_WINDOW_BYTES = 4 * 1_048_576;
const CONNECTION_WINDOW_BYTES = 16 * 1_048_576;

type SessionManager = NonNullable<GrpcTransportOptions["sessionManager"]>;

/**
 * The HTTP/2 connection to a peer: one at a time, made when a call needs it, made again when it is lost. A session keeps
 * a listener for its errors as long as it lives: one that comes late (after an abort, a GOAWAY, a lost network) would
 * otherwise end the process. That is why it stands in place of the transport's own session manager.
 */
export class Http2Connection implements SessionManager {
  readonly authority: string;
  readonly #settings: PeerSettings;
  readonly #peerName: () => string;
  #opening: Promise<ClientHttp2Session> | undefined;
  #session: ClientHttp2Session | undefined;
  #pinging: Promise<boolean> | undefined;
  #lastUsed = 0;
  #isClosed = false;

  /** `peerName` is what messages call the peer. */
  constructor(settings: PeerSettings, peerName: () => string) {
    this.#settings = settings;
    this.#peerName = peerName;
    this.authority = new URL(settings.address).origin;
  }

  /** The session to use; throws a `PeerFailure` when there is none to be had. Calls that come together share the attempt. */
  async open(): Promise<ClientHttp2Session> {
    if (this.#session !== undefined && Date.now() - this.#lastUsed > IDLE_BEFORE_PING_MS) await this.check();
    this.#lastUsed = Date.now();
    if (this.#session !== undefined) return this.#session;
    this.#opening ??= this.#connect().finally(() => {
      this.#opening = undefined;
    });
    return await this.#opening;
  }

  async request(
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    options: Parameters<SessionManager["request"]>[3],
  ): Promise<ClientHttp2Stream> {
    for (;;) {
      const session = await this.open();
      // It may end between two turns of the event loop: then another one is made.
      if (session.closed || session.destroyed) this.#forget(session);
      else return readableLate(session.request({ ...headers, ":method": method, ":path": path }, options));
    }
  }

  notifyResponseByteRead(): void {
    this.#lastUsed = Date.now();
  }

  /** Whether the session in use still answers; one that doesn't is given up with all that waits on it. */
  async check(): Promise<boolean> {
    const session = this.#session;
    if (session === undefined || session.destroyed || session.closed) return false;
    this.#pinging ??= answersPing(session).finally(() => {
      this.#pinging = undefined;
    });
    const isAlive = await this.#pinging;
    if (!isAlive) {
      this.#forget(session);
      session.destroy();
    }
    return isAlive;
  }

  close(): void {
    this.#isClosed = true;
    const session = this.#session;
    if (session === undefined) return;
    this.#forget(session);
    session.destroy();
  }

  async #connect(): Promise<ClientHttp2Session> {
    const tls = await tlsOptions(this.#settings);
    const session = connect(this.authority, { ...tls, settings: { initialWindowSize: STREAM_WINDOW_BYTES } });
    // For the session's whole life, see above.
    session.on("error", () => {});
    try {
      await untilSpoken(session, this.#peerName(), this.authority.startsWith("https:"));
      if (this.#isClosed) throw new PeerFailure("unavailable", "the connection is closed");
    } catch (error) {
      session.destroy();
      throw error;
    }
    session.setLocalWindowSize(CONNECTION_WINDOW_BYTES);
    this.#session = session;
    session.once("close", () => this.#forget(session));
    // Calls in progress end on this session; the next call opens another.
    session.once("goaway", () => {
      this.#forget(session);
      session.close();
    });
    return session;
  }

  #forget(session: ClientHttp2Session): void {
    if (this.#session === session) this.#session = undefined;
  }
}

/** Until the peer has answered in HTTP/2: a connection alone may be to anything. */
const untilSpoken = (session: ClientHttp2Session, peer: string, isTls: boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    // TLS 1.3 refuses a certificate when the connection is made already; Node may lose the reason, and the refusal itself.
    const hint = isTls ? "; it may want a certificate (settings certificateFile and keyFile)" : "";
    const timer = setTimeout(() => {
      reject(new PeerFailure("unavailable", `${peer} did not answer within ${CONNECT_TIMEOUT_MS / 1000} s${hint}`));
    }, CONNECT_TIMEOUT_MS);
    session.once("remoteSettings", () => {
      clearTimeout(timer);
      resolve();
    });
    session.once("error", (error) => {
      clearTimeout(timer);
      reject(connectFailure(peer, error));
    });
    session.once("close", () => {
      clearTimeout(timer);
      reject(new PeerFailure("unavailable", `${peer} closed the connection before it said anything${hint}`));
    });
  });

/** Error codes of TLS for a certificate that isn't trusted, or not for this host. */
const CERTIFICATE_CODE = /CERT|ISSUER|SIGNATURE|ALTNAME/;
/** The peer's own words that it wants a certificate, or another one. */
const ALERT_CODE = /^ERR_SSL_(TLSV1|TLSV13|SSLV3)_ALERT_/;

const connectFailure = (peer: string, error: Error): PeerFailure => {
  const code = String((error as NodeJS.ErrnoException).code ?? "unknown error");
  const fail = (reason: "unavailable" | "incompatible", problem: string): PeerFailure =>
    new PeerFailure(reason, `${peer} ${problem} (${code})`, { cause: error });
  if (ALERT_CODE.test(code))
    return fail("unavailable", "refuses our certificate (settings certificateFile and keyFile)");
  if (CERTIFICATE_CODE.test(code)) {
    return fail("unavailable", "shows a certificate that is not trusted (setting caCertificateFile)");
  }
  if (code.startsWith("ERR_SSL_")) return fail("incompatible", "does not speak TLS (setting address)");
  if (code.startsWith("ERR_HTTP2_"))
    return fail("incompatible", "does not speak HTTP/2, and so not gRPC (setting address)");
  return fail("unavailable", "can't be reached");
};

const answersPing = (session: ClientHttp2Session): Promise<boolean> =>
  new Promise((resolve) => {
    const answer = (isAlive: boolean): void => {
      clearTimeout(timer);
      session.off("close", onClose);
      resolve(isAlive);
    };
    const onClose = (): void => answer(false);
    const timer = setTimeout(answer, PING_TIMEOUT_MS, false);
    session.once("close", onClose);
    try {
      session.ping((error) => answer(error === null));
    } catch {
      answer(false);
    }
  });
