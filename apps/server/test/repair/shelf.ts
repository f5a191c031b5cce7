import { createHash } from "node:crypto";
import type { TestServer } from "../harness/test-server.ts";

/** Too small for the offline embedder's training: training between two queries would change their results. */
const DIMENSION = 48;
const DOCUMENTS = 12;
const MODES = ["keyword", "semantic", "hybrid"] as const;

const ASKED = ["pumps", "bearings"];
const SUBJECTS = ["pumps", "valves", "boilers", "gaskets", "turbines", "bearings"];

/** Collection of documents and clients' vectors whose query results can be compared before and after. */
export class Shelf {
  readonly name: string;
  readonly #server: TestServer;
  id = "";
  readonly documents: string[] = [];

  constructor(server: TestServer, name: string) {
    this.#server = server;
    this.name = name;
  }

  async fill({ withVectors = true } = {}): Promise<void> {
    const { api } = this.#server;
    this.id = (await api.createCollection(this.name, { dimension: DIMENSION, chunk_size: 100 })).id;
    for (let number = 0; number < DOCUMENTS; number += 1) {
      const { id } = await api.upload({
        collection: this.name,
        filename: `document-${number}.md`,
        bytes: textOf(number),
        metadata: { number },
      });
      this.documents.push(id);
    }
    for (const id of this.documents) await api.settled(this.name, id);
    if (!withVectors) return;
    await this.putVectors([
      { id: "note-1", embedding: vectorOf("one"), text: "a note about pumps of the first kind" },
      { id: "note-2", embedding: vectorOf("two"), text: "a note about valves of the second kind" },
      { id: "mute", embedding: vectorOf("three"), metadata: { kind: "mute" } },
    ]);
  }

  putVectors(vectors: readonly unknown[]): Promise<unknown> {
    return this.#server.api.expect(200, "POST", `/v1/collections/${this.name}/vectors/upsert`, { json: { vectors } });
  }

  /** Returns ids, scores, texts and metadata of all results; without clients' vectors if only documents count. */
  async answers(filters?: unknown): Promise<Readonly<Record<string, unknown>>> {
    const answers: Record<string, unknown> = {};
    for (const mode of MODES) {
      for (const subject of ASKED) {
        const { results } = await this.#server.api.query(this.name, {
          query: `${subject} of document-3`,
          search_mode: mode,
          top_k: 50,
          ...(filters !== undefined && { filters }),
        });
        answers[`${mode} ${subject}`] = results;
      }
    }
    return answers;
  }

  async statuses(): Promise<readonly string[]> {
    return (await this.#server.api.documents(this.name)).map(({ status }) => status);
  }
}

/** Only chunks of documents have a number. */
export const OF_DOCUMENTS = { number: { $gte: 0 } };

const textOf = (number: number): string => {
  const subject = SUBJECTS[number % SUBJECTS.length]!;
  const sentences = Array.from({ length: 20 }, (_, at) => `Sentence ${at} tells what ${subject} of kind ${number} do.`);
  return `# About ${subject}\n\n${sentences.join(" ")}\n\n## More\n\n${sentences.toReversed().join(" ")}\n`;
};

/** Returns a vector that the collection's model would not produce from any text. */
export const vectorOf = (word: string): readonly number[] => {
  const bytes = Array.from({ length: 3 }, (_, at) => [...createHash("sha256").update(`${word} ${at}`).digest()]).flat();
  const numbers = bytes.slice(0, DIMENSION).map((byte) => byte - 127.5);
  const length = Math.hypot(...numbers);
  return numbers.map((value) => value / length);
};
