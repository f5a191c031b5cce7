import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

/** A port for a server that comes back where it was. */
export const freePort = async (): Promise<string> => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  taken.close();
  await once(taken, "close");
  return String(port);
};
