import { once } from "node:events";
import { createServer } from "node:net";

export interface PortRange {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Ports below the ephemeral range, which systems assign to servers on port 0 and to outgoing connections: no other
 * program gets one by chance between its check and its use.
 */
const USUAL_PORTS = { lowest: 20_000, highest: 32_000 } as const;

/** Returns a free loopback port for a server that is started or restarted on it later. */
export const freePort = async ({ lowest, highest }: PortRange = USUAL_PORTS): Promise<number> => {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    if (await isFree(port)) return port;
  }
};

/** Returns several distinct ports. */
export const freePorts = async (count: number, range?: PortRange): Promise<readonly number[]> => {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort(range));
  return [...ports];
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
};
