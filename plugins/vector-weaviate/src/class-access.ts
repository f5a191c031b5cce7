import { KeyedLock, type PluginError } from "@quarry/plugin";
import type { Effect } from "effect";
import { WeaviateCalls } from "./weaviate-calls.ts";
import type { ClassDefinition, WeaviateClasses } from "./weaviate-classes.ts";
import type { Connection } from "./weaviate-connection.ts";
import { toPluginError } from "./weaviate-failure.ts";
import type { WeaviateSettings } from "./weaviate-settings.ts";

/** Runs a call of the contract; all its requests end with the signal. */
export type Call = <Value>(
  run: (connected: Connection, signal: AbortSignal) => Promise<Value>,
) => Effect.Effect<Value, PluginError>;

/** A class in the context of a call. */
export interface Target<Known> {
  readonly calls: WeaviateCalls;
  /** Properties of the class. */
  readonly known: Known;
}

/** Access to the classes of one kind. */
export class ClassAccess<Known> {
  readonly #classes: WeaviateClasses<Known>;
  readonly #settings: WeaviateSettings;
  readonly #call: Call;
  readonly #locks = new KeyedLock();

  constructor(classes: WeaviateClasses<Known>, settings: WeaviateSettings, call: Call) {
    this.#classes = classes;
    this.#settings = settings;
    this.#call = call;
  }

  ensure(collection: string, definition: ClassDefinition): Effect.Effect<Known, PluginError> {
    return this.#call((connected, signal) => this.#classes.ensure(connected, signal, collection, definition));
  }

  drop(collection: string): Effect.Effect<void, PluginError> {
    return this.#call((connected, signal) =>
      this.#locks.run(collection, () => this.#classes.drop(connected, signal, collection)),
    );
  }

  /**
   * Runs a read on the cached class. If the call fails, looks the class up again: another process may have removed it.
   */
  read<Value>(collection: string, run: (target: Target<Known>) => Promise<Value>): Effect.Effect<Value, PluginError> {
    return this.#call(async (connected, signal) => {
      const attempt = (known: Known) => run(this.#target(collection, connected, signal, known));
      const known = this.#classes.known(collection);
      if (known !== undefined) {
        try {
          return await attempt(known);
        } catch (error) {
          if (toPluginError(error).reason !== "invalid") throw error;
          this.#classes.forget(collection);
        }
      }
      return await attempt(await this.#classes.require(connected, signal, collection));
    });
  }

  /** Runs a write, and looks the class up before it: the server would automatically create an unknown one. */
  write<Value>(collection: string, run: (target: Target<Known>) => Promise<Value>): Effect.Effect<Value, PluginError> {
    return this.#call((connected, signal) =>
      this.#locks.run(collection, async () => {
        signal.throwIfAborted();
        const known = await this.#classes.require(connected, signal, collection);
        return await run(this.#target(collection, connected, signal, known));
      }),
    );
  }

  #target(collection: string, { stub }: Connection, signal: AbortSignal, known: Known): Target<Known> {
    const { consistencyLevel } = this.#settings;
    return { calls: new WeaviateCalls(stub, this.#classes.nameOf(collection), consistencyLevel, signal), known };
  }
}
