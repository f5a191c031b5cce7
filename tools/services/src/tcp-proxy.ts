import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Proxy between a client and a real server that simulates network failures. */
export interface TcpProxy {
  readonly port: number;
  /** Accepts connections and bytes but forwards nothing, in either direction, until `resume`. */
  readonly hang: () => void;
  readonly resume: () => void;
  /** Closes all current connections; new ones work. */
  readonly cut: () => void;
  readonly close: () => Promise<void>;
}

export const openTcpProxy = async (targetPort: number): Promise<TcpProxy> => {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isHanging = false;
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    const pair = [client, upstream] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [upstream, client]] as const) {
      from.on("data", (chunk) => {
        if (!to.write(chunk)) from.pause();
      });
      to.on("drain", () => {
        if (!isHanging) from.resume();
      });
      from.on("end", () => to.end());
      from.on("error", () => to.destroy());
      from.on("close", () => pairs.delete(pair));
    }
    if (isHanging) for (const socket of pair) socket.pause();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const eachSocket = (use: (socket: Socket) => void): void => {
    for (const pair of pairs) for (const socket of pair) use(socket);
  };
  return {
    port: (server.address() as AddressInfo).port,
    hang: () => {
      isHanging = true;
      eachSocket((socket) => socket.pause());
    },
    resume: () => {
      isHanging = false;
      eachSocket((socket) => socket.resume());
    },
    cut: () => eachSocket((socket) => socket.destroy()),
    close: async () => {
      eachSocket((socket) => socket.destroy());
      server.close();
      await once(server, "close");
    },
  };
};
