import type { Connection } from "./weaviate-connection.ts";
import { failure } from "./weaviate-failure.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";

/** Kind of collections: the naming of their classes, and the content of a class's description. */
export interface ClassKind<Known> {
  /** Part of a class name between the common prefix and the collection's name. */
  readonly infix: string;
  /** Name in messages. */
  readonly what: string;
  /**
   * Parses a class's description. Classes that a server created automatically for objects of an unknown class have no
   * such description.
   */
  readonly knownBy: (description: string) => Known | undefined;
}

/** Definition of a class for the server, without its name and its replication. */
export interface ClassDefinition {
  readonly description: string;
  readonly [key: string]: unknown;
}

/** Index settings of a property that is never searched. */
export const HIDDEN = { indexFilterable: false, indexSearchable: false, indexRangeFilters: false } as const;

/** Returns a list property of terms for filters, each matched exactly. */
export const wordList = (name: string) => ({
  name,
  dataType: ["text[]"],
  tokenization: "field",
  indexFilterable: true,
  indexSearchable: false,
});

/** Collections of a kind, one class each. */
export class WeaviateClasses<Known> {
  readonly #settings: WeaviateSettings;
  readonly #kind: ClassKind<Known>;
  readonly #known = new Map<string, Known>();

  constructor(settings: WeaviateSettings, kind: ClassKind<Known>) {
    this.#settings = settings;
    this.#kind = kind;
  }

  /**
   * Returns the class name. The names of collections are lower-case and follow one prefix, so they remain unique
   * although Weaviate ignores case.
   */
  nameOf(collection: string): string {
    return `${this.#settings.classPrefix}${this.#kind.infix}${collection}`;
  }

  /** Creates the class unless it exists. Returns its properties, which may differ from the definition if it existed. */
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

  /** Cached properties of the class. */
  known(collection: string): Known | undefined {
    return this.#known.get(collection);
  }

  /** Removes the class from the cache: another process may have removed or recreated it. */
  forget(collection: string): void {
    this.#known.delete(collection);
  }

  /** Looks up the properties of the class. Fails with `not_found` if it doesn't exist. */
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
