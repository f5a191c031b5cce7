import type { Connection } from "./weaviate-connection.ts";
import { failure } from "./weaviate-failure.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";

/** Kind of collections: the names of their classes, and the content of a class's description. */
export interface ClassKind<Known> {
  /** Between the prefix of all names and the collection's. */
  readonly infix: string;
  /** Name in messages. */
  readonly what: string;
  /** A server makes classes by itself when objects come for an unknown one: those have no such description. */
  readonly knownBy: (description: string) => Known | undefined;
}

/** A class as the server takes it, but for its name and its copies. */
export interface ClassDefinition {
  readonly description: string;
  readonly [key: string]: unknown;
}

/** Index settings of a property that is never searched. */
export const HIDDEN = { indexFilterable: false, indexSearchable: false, indexRangeFilters: false } as const;

/** A list of words that filters ask for, each as it is. */
export const wordList = (name: string) => ({
  name,
  dataType: ["text[]"],
  tokenization: "field",
  indexFilterable: true,
  indexSearchable: false,
});

/** The collections of a kind as classes. */
export class WeaviateClasses<Known> {
  readonly #settings: WeaviateSettings;
  readonly #kind: ClassKind<Known>;
  readonly #known = new Map<string, Known>();

  constructor(settings: WeaviateSettings, kind: ClassKind<Known>) {
    this.#settings = settings;
    this.#kind = kind;
  }

  /** Lower-case names behind one prefix: no two become one, though Weaviate knows no case. */
  nameOf(collection: string): string {
    return `${this.#settings.classPrefix}${this.#kind.infix}${collection}`;
  }

  /** Creates the class unless it exists. Returns its properties, which may differ from the definition then. */
  async ensure(
    connection: Connection,
    signal: AbortSignal,
    collection: string,
    definition: ClassDefinition,
  ): Promise<Known> {
    const found = await this.#find(connection, signal, collection);
    if (found !== undefined) return found;
    const { replicas } = this.#settings;
    const copies = replicas === undefined ? {} : { replicationConfig: { factor: replicas } };
    try {
      const body = { class: this.nameOf(collection), ...definition, ...copies };
      await connection.rest.call(signal, "POST", "/schema", body);
      return this.#kind.knownBy(definition.description)!;
    } catch (error) {
      // Another caller may have been faster.
      const made = await this.#find(connection, signal, collection);
      if (made === undefined) throw error;
      return made;
    }
  }

  async drop(connection: Connection, signal: AbortSignal, collection: string): Promise<void> {
    this.forget(collection);
    if ((await this.#find(connection, signal, collection)) === undefined) return;
    await connection.rest.call(signal, "DELETE", `/schema/${this.nameOf(collection)}`);
  }

  /** Properties of the class, as last seen. */
  known(collection: string): Known | undefined {
    return this.#known.get(collection);
  }

  /** Drops the cached class: somebody else may have removed or recreated it. */
  forget(collection: string): void {
    this.#known.delete(collection);
  }

  /** Looks up the properties of the class; fails with `not_found` when there is none. */
  async require(connection: Connection, signal: AbortSignal, collection: string): Promise<Known> {
    const found = await this.#find(connection, signal, collection);
    if (found !== undefined) {
      this.#known.set(collection, found);
      return found;
    }
    this.forget(collection);
    throw failure("not_found", `there is no ${this.#kind.what} ${JSON.stringify(collection)}`);
  }

  async #find({ rest }: Connection, signal: AbortSignal, collection: string): Promise<Known | undefined> {
    const name = this.nameOf(collection);
    const found = (await rest.call(signal, "GET", `/schema/${name}`)) as { description?: unknown } | undefined;
    if (found === undefined) return undefined;
    const known = this.#kind.knownBy(String(found.description));
    if (known === undefined) throw failure("incompatible", `the Weaviate class ${name} was not made by Quarry`);
    return known;
  }
}
