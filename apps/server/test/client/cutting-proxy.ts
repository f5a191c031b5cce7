import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Fault of one connection; without a number there is none. */
export interface Fate {
  /** Cut when this many bytes went to the server. */
  readonly cutAfterSent?: number;
  /** Cut when this many bytes came from the server; 0 keeps even the first of them back. */
  readonly cutAfterReceived?: number;
  /** Nothing is passed on, and nothing is cut. */
  readonly isSilent?: boolean;
}

/** A proxy between a client and a server that cuts connections, each by a fate of its own. */
export class CuttingProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #fates: Fate[] = [];
  readonly #target: () => string;
  connections = 0;
  cuts = 0;

  private constructor(target: () => string) {
    this.#target = target;
    this.#server = createServer((client) => this.#pass(client));
  }

  /** `target` is asked at every connection, since a server that starts again has another port. */
  static async start(target: () => string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sets the faults of the next connections, in order. */
  plan(...fates: readonly Fate[]): void {
    this.#fates.push(...fates);
  }

  /** Ends all connections that are open, so that the next call needs a new one. */
  drop(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    this.drop();
    await closed;
  }

  #pass(client: Socket): void {
    this.connections += 1;
    const fate = this.#fates.shift() ?? {};
    const { hostname, port } = new URL(this.#target());
    const server = connect({ host: hostname, port: Number(port) });
    const cut = () => {
      this.cuts += 1;
      client.resetAndDestroy();
      server.resetAndDestroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      // Errors are ignored here: the tests check how a connection ends at its two ends.
      socket.on("error", () => undefined);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    if (fate.isSilent === true) return;
    forward(client, server, fate.cutAfterSent, cut);
    forward(server, client, fate.cutAfterReceived, cut);
  }
}

const forward = (from: Socket, to: Socket, cutAfter: number | undefined, cut: () => void): void => {
  let passed = 0;
  from.on("data", (bytes: Buffer) => {
    passed += bytes.byteLength;
    if (cutAfter !== undefined && passed > cutAfter) return cut();
    if (!to.write(bytes)) {
      from.pause();
      to.once("drain", () => from.resume());
    }
  });
  from.on("end", () => to.end());
};
