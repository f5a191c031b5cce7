import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Fault of one connection; an undefined number means no fault. */
export interface Fate {
  /** Number of bytes sent to the server after which the connection is cut. */
  readonly cutAfterSent?: number;
  /** Number of bytes received from the server after which the connection is cut; with 0 the client receives none. */
  readonly cutAfterReceived?: number;
  /** Whether the proxy forwards nothing and keeps the connection open. */
  readonly isSilent?: boolean;
}

/** Proxy between a client and a server that cuts connections, each according to its own `Fate`. */
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

  /** `target` is called for every connection, since a restarted server has another port. */
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

  /** Closes all open connections, so that the next call needs a new one. */
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
      // Errors are ignored here: the tests check at both ends how a connection ends.
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
