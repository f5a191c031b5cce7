import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "peer.json";

/** Stored description of a peer from when it was last reached. */
export interface RememberedPeer<Capabilities> {
  /** Name in messages, with host and port. */
  readonly name: string;
  readonly capabilities: Capabilities;
}

/** The peer that was last met at an address, in the plugin's data folder. */
export class PeerMemory<Capabilities> {
  readonly #path: string;
  readonly #address: string;

  constructor(dataDirectory: string, address: string) {
    this.#path = join(dataDirectory, FILE);
    this.#address = address;
  }

  /** Undefined when no peer was met at this address. */
  async read(): Promise<RememberedPeer<Capabilities> | undefined> {
    try {
      const { version, address, name, capabilities } = JSON.parse(await readFile(this.#path, "utf8"));
      return version === 1 && address === this.#address ? { name, capabilities } : undefined;
    } catch {
      // Not there, or not ours: it is asked.
      return undefined;
    }
  }

  /** A folder that can't be written must not keep a service from starting: it will ask again the next time. */
  async write({ name, capabilities }: RememberedPeer<Capabilities>): Promise<void> {
    const draft = `${this.#path}.${process.pid}.tmp`;
    try {
      await writeFile(draft, JSON.stringify({ version: 1, address: this.#address, name, capabilities }));
      await rename(draft, this.#path);
    } catch {
      return;
    }
  }
}
