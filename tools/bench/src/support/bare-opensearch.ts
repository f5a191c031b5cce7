import { addressOf } from "@quarry/services";
import { Caller } from "./caller.ts";

/** A text as the index has it, with what it is filtered by. */
export interface BareEntry {
  readonly row: number;
  readonly text: string;
  readonly tens: number;
  readonly thousands: number;
}

/** Texts in an index of OpenSearch as its manual shows it, over its own HTTP. */
export class BareOpenSearch implements AsyncDisposable {
  readonly #name: string;
  readonly #caller = new Caller({ port: Number(new URL(addressOf("opensearch")).port) });

  private constructor(name: string) {
    this.#name = name;
  }

  static async create(name: string): Promise<BareOpenSearch> {
    const made = new BareOpenSearch(name);
    const keyword = { type: "keyword" };
    await made.#ask("PUT", "", {
      settings: { number_of_shards: 1, number_of_replicas: 0 },
      mappings: { properties: { text: { type: "text" }, tens: keyword, thousands: keyword } },
    });
    return made;
  }

  fill(entries: readonly BareEntry[]): Promise<unknown> {
    const lines = entries.map(({ row, ...entry }) => `{"index":{"_id":"${row}"}}\n${JSON.stringify(entry)}\n`);
    return this.#ask("POST", "/_bulk?refresh=true", lines.join(""));
  }

  /** The best ten, and nothing of them but their names. */
  search(text: string, filters: Readonly<Record<string, number>> | undefined): Promise<unknown> {
    const match = { match: { text } };
    const query = filters === undefined ? match : { bool: { must: [match], filter: [{ term: filters }] } };
    return this.#ask("POST", "/_search", { size: 10, _source: false, query });
  }

  async #ask(method: string, path: string, body?: string | object): Promise<unknown> {
    const { body: bytes } = await this.#caller.fetch(this.#caller.request(method, `/${this.#name}${path}`, body));
    return JSON.parse(bytes.toString());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ask("DELETE", "");
    this.#caller[Symbol.dispose]();
  }
}
