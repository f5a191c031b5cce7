import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const FILE = "peer.json";

/** Stored description of a peer, from the last time it was reached. */
export interface RememberedPeer<Capabilities> {
  /** Name in messages, with host and port. */
  readonly name: string;
  readonly capabilities: Capabilities;
}

/** Stores the last known peer of an address in the plugin's data folder. */
export class PeerMemory<Capabilities> {
  readonly #path: string;
  readonly #address: string;

  constructor(dataDirectory: string, address: string) {
    this.#path = join(dataDirectory, FILE);
    this.#address = address;
  }

  /** Returns the remembered peer, or undefined if no peer was reached at this address. */
  async read(): Promise<RememberedPeer<Capabilities> | undefined> {
    try {
      const { version, address, name, capabilities } = JSON.parse(await readFile(this.#path, "utf8"));
      return version === 1 && address === this.#address ? { name, capabilities } : undefined;
    } catch {
      // The file is missing or not readable: the peer is contacted instead.
      return undefined;
    }
  }

  /**
   * Stores the peer. A read-only folder must not stop a service from starting: it will contact the peer again next
   * time.
   */
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
