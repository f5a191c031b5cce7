import type { ClientHttp2Session } from "node:http2";
import type { DescService } from "@bufbuild/protobuf";
import { type CallOptions, type Client, Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { DEFAULT_MESSAGE_BYTES } from "../wire/parts.ts";
import { WireError } from "../wire/wire-error.ts";
import { explainFailure } from "./explain-failure.ts";
import { Http2Connection } from "./http2-connection.ts";
import { tokenOf } from "./peer-credentials.ts";
import { type PeerContract, SPEC_VERSIONS } from "./peer-contract.ts";
import { PeerFailure } from "./peer-failure.ts";
import { nameOf, servedKind } from "./peer-kind.ts";
import type { PeerSettings } from "./remote-settings.ts";

/** Peer that was described, over one connection. */
export interface MetPeer<Service extends DescService, Capabilities> {
  readonly client: Client<Service>;
  /** Name with host and port. */
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly maxMessageBytes: number;
}

const DESCRIBE_TIMEOUT_SECONDS = 3;
/**
 * Milliseconds by which the peer's deadline is later than the host's. The host times out first, with its own message;
 * the peer's deadline applies if the cancellation does not arrive.
 */
const DEADLINE_MARGIN_MS = 500;
/**
 * Maximum size of a response in bytes, above the largest message that our peers send. A larger one is an error, and
 * costs memory.
 */
const MAX_ANSWER_BYTES = 64 * 1_048_576;
/** Minimum message limit: a smaller one might not fit one vector with its text. */
const MIN_MESSAGE_BYTES = 1_048_576;

export interface PeerOptions<Service extends DescService, Capabilities> {
  readonly contract: PeerContract<Service, Capabilities>;
  readonly settings: PeerSettings;
  /** Name in messages before the first connection. Default: host and port. */
  readonly name?: string;
  /** Called for every connection, with the capabilities that the peer declares. */
  readonly onMet?: (capabilities: Capabilities) => void;
}

/** Plugin in another process: its connection, and its description from this connection. */
export class Peer<Service extends DescService, Capabilities> {
  readonly #contract: PeerContract<Service, Capabilities>;
  readonly #settings: PeerSettings;
  readonly #onMet: ((capabilities: Capabilities) => void) | undefined;
  readonly #connection: Http2Connection;
  #met: { readonly session: ClientHttp2Session; readonly peer: Promise<MetPeer<Service, Capabilities>> } | undefined;
  #name: string;

  constructor({ contract, settings, name, onMet }: PeerOptions<Service, Capabilities>) {
    this.#contract = contract;
    this.#settings = settings;
    this.#onMet = onMet;
    this.#name = name ?? new URL(settings.address).host;
    this.#connection = new Http2Connection(settings, () => this.#name);
  }

  /**
   * Makes one call. Every failure is a `PeerFailure`. The peer receives the deadline, and is notified of an aborted
   * `signal`. The caller enforces the timeout, which includes the steps before the call: connecting, and the describe
   * request.
   */
  async call<Value>(
    run: (peer: MetPeer<Service, Capabilities>, options: CallOptions) => Promise<Value>,
    timeoutSeconds: number,
    signal: AbortSignal,
  ): Promise<Value> {
    const begun = Date.now();
    try {
      const peer = await this.#meet();
      signal.throwIfAborted();
      const left = timeoutSeconds * 1000 - (Date.now() - begun);
      // Zero would mean no deadline.
      const timeoutMs = Math.max(1, left) + DEADLINE_MARGIN_MS;
      return await run(peer, { signal, timeoutMs });
    } catch (error) {
      if (signal.aborted) throw new PeerFailure("unavailable", `the call of ${this.#name} was cancelled`);
      throw await this.explain(error, timeoutSeconds);
    }
  }

  /** Returns the failure for an error of a call to this peer. */
  explain(error: unknown, timeoutSeconds: number): Promise<PeerFailure> {
    const isAlive = () => this.#connection.check();
    return explainFailure(error, { peer: this.#name, timeoutSeconds, isAlive });
  }

  /** Host and port, preceded by the peer's name once it is known. */
  get name(): string {
    return this.#name;
  }

  /** Checks the connection after a call that timed out. */
  async doubt(): Promise<void> {
    await this.#connection.check();
  }

  close(): void {
    this.#connection.close();
  }

  /**
   * Returns the peer of the current connection. Over a new connection the peer is described again, because it may be
   * another program now.
   */
  async #meet(): Promise<MetPeer<Service, Capabilities>> {
    const session = await this.#connection.open();
    if (this.#met?.session !== session) {
      const met = { session, peer: this.#describe() };
      this.#met = met;
      met.peer.catch(() => {
        if (this.#met === met) this.#met = undefined;
      });
    }
    return await this.#met.peer;
  }

  async #describe(): Promise<MetPeer<Service, Capabilities>> {
    const token = await tokenOf(this.#settings);
    const options = {
      timeoutMs: DESCRIBE_TIMEOUT_SECONDS * 1000,
      ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    };
    const transport = this.#transport(DEFAULT_MESSAGE_BYTES);
    const description = await this.#contract
      .describe(createClient(this.#contract.service, transport), options)
      .catch(async (error: unknown) => {
        throw await this.#refusal(error, transport, options);
      });
    const { identity, maxMessageBytes = DEFAULT_MESSAGE_BYTES } = description;
    const { host } = new URL(this.#settings.address);
    const name = `${nameOf(identity)} at ${host}`;
    checkVersion(name, this.#contract.kind, identity?.specVersions ?? []);
    this.#name = name;
    if (maxMessageBytes < MIN_MESSAGE_BYTES) {
      throw new WireError(`max_message_bytes is ${maxMessageBytes}, but must be at least ${MIN_MESSAGE_BYTES}`);
    }
    const capabilities = description.capabilities();
    this.#onMet?.(capabilities);
    const client = createClient(this.#contract.service, this.#transport(maxMessageBytes, token));
    return { client, name, capabilities, maxMessageBytes };
  }

  /** Returns the reason why a peer does not describe itself. */
  async #refusal(error: unknown, transport: Transport, options: CallOptions): Promise<unknown> {
    if (!(error instanceof ConnectError)) return error;
    const { host } = new URL(this.#settings.address);
    if (error.code === Code.Unauthenticated) {
      return new PeerFailure("unauthorized", `${host} rejects or needs a token (settings token and tokenFile)`);
    }
    if (error.code !== Code.Unimplemented) return error;
    const { kind } = this.#contract;
    const served = await servedKind(transport, kind, options);
    const what = served === undefined ? "is not a Quarry plugin of this version" : `is ${served}`;
    return new PeerFailure("incompatible", `${host} ${what}; this section needs a ${kind} (setting address)`);
  }

  #transport(writeMaxBytes: number, token?: string): Transport {
    return createGrpcTransport({
      baseUrl: this.#settings.address,
      sessionManager: this.#connection,
      readMaxBytes: MAX_ANSWER_BYTES,
      writeMaxBytes,
      // Within one machine or network, compression costs more time than it saves.
      acceptCompression: [],
      interceptors:
        token === undefined
          ? []
          : [
              (next) => (request) => {
                request.header.set("authorization", `Bearer ${token}`);
                return next(request);
              },
            ],
    });
  }
}

const checkVersion = (name: string, kind: string, supported: readonly number[]): void => {
  if (supported.some((version) => SPEC_VERSIONS.includes(version))) return;
  const listed = supported.length === 0 ? "none" : supported.slice(0, 10).join(", ");
  throw new PeerFailure(
    "incompatible",
    `${name} supports version ${listed} of the ${kind} contract, and this Quarry ${SPEC_VERSIONS.join(", ")}: install a matching version of either`,
  );
};
