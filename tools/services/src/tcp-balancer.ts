import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { pipeline } from "node:stream";

/** One port that distributes connections to several. */
export interface TcpBalancer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Distributes connections round-robin to the ports of 127.0.0.1; skips a port that refuses them. */
export const openTcpBalancer = async (targetPorts: readonly number[]): Promise<TcpBalancer> => {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    sockets.add(client);
    client.on("close", () => sockets.delete(client));
    client.on("error", () => {});
    const first = turn++;
    for (let tried = 0; tried < targetPorts.length; tried += 1) {
      const upstream = connect(targetPorts[(first + tried) % targetPorts.length]!, "127.0.0.1");
      try {
        await once(upstream, "connect");
      } catch {
        continue;
      }
      pipeline(client, upstream, client, () => client.destroy());
      client.resume();
      return;
    }
    client.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
