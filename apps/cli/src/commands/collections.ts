import type { JsonObject } from "@bufbuild/protobuf";
import { CollectionSchema, OperationSchema } from "@quarry/api";
import type { ChunkStrategy, Collection, Operation, SearchMode } from "@quarry/client/types";
import { AlreadyExistsError, InvalidArgumentError } from "@quarry/client";
import { providerName } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import { plain } from "../output/plain.ts";
import { printFields, printTable } from "../output/table.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { ended, lineOf } from "./operations.ts";

interface CreateOptions extends GlobalOptions {
  readonly description?: string;
  readonly embedder?: string;
  readonly model?: string;
  readonly dimension?: number;
  readonly chunkSize?: number;
  readonly chunkOverlap?: number;
  readonly chunkStrategy?: ChunkStrategy;
  readonly mode?: SearchMode;
  readonly metadata?: JsonObject;
  readonly ifMissing?: boolean;
}

export const createCollection = (name: string, options: CreateOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { description, embedder, model, dimension, chunkSize, chunkOverlap, chunkStrategy, mode, metadata } = options;
    const request = {
      name,
      ...(description !== undefined && { description }),
      ...(embedder !== undefined && { embeddingProvider: embedder }),
      ...(model !== undefined && { embeddingModel: model }),
      ...(dimension !== undefined && { dimension }),
      ...(chunkSize !== undefined && { chunkSize }),
      ...(chunkOverlap !== undefined && { chunkOverlap }),
      ...(chunkStrategy !== undefined && { chunkStrategy }),
      // Without an embedding model, a query without a vector would always be refused in hybrid mode.
      defaultSearchMode: mode ?? (embedder === "none" ? undefined : "hybrid"),
      ...(metadata !== undefined && { metadata }),
    };
    const { client, signal } = session;
    try {
      show(session, await client.collections.createCollection(request, { signal }), `made collection ${name}`);
    } catch (error) {
      if (options.ifMissing !== true || !(error instanceof AlreadyExistsError)) throw withFittingName(error, name);
      show(session, await client.collections.getCollection({ name }, { signal }), `collection ${name} is there`);
    }
  });

/** A refused name with hyphens, dots or spaces, and the one that has underscores in their place. */
const withFittingName = (error: unknown, name: string): unknown => {
  const fitting = name.replace(/[-. ]/g, "_");
  if (!(error instanceof InvalidArgumentError) || !error.message.startsWith("name:") || fitting === name) return error;
  return new InvalidArgumentError(`${error.message}; ${JSON.stringify(fitting)} is allowed`, { cause: error });
};

const show = ({ print, terminal }: Session, collection: Collection, line: string): void =>
  print(CollectionSchema, collection, () => terminal.print(line));

export const listCollections = (options: GlobalOptions & { readonly prefix?: string }): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const { prefix } = options;
    const found = await Array.fromAsync(
      client.collections.all({ signal, ...(prefix !== undefined && { name: prefix }) }),
    );
    print(CollectionSchema, found, () => {
      const rows = found.map((each) => [
        each.name,
        String(each.documentCount),
        `${providerName(each.embeddingProvider)}/${each.embeddingModel}`,
        each.description,
      ]);
      printTable(terminal, ["NAME", "DOCUMENTS", "MODEL", "DESCRIPTION"], rows);
    });
  });

export const showCollection = (name: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const collection = await client.collections.getCollection({ name }, { signal });
    print(CollectionSchema, collection, () => printFields(terminal, plain(CollectionSchema, collection) as JsonObject));
  });

export const deleteCollection = (name: string, options: GlobalOptions & { readonly yes?: boolean }): Promise<void> =>
  withSession(options, async ({ client, isJson, printJson, terminal, signal }) => {
    const { documentCount } = await client.collections.getCollection({ name }, { signal });
    if (options.yes !== true) {
      throw new UsageError(`collection ${name} has ${documentCount} documents; --yes deletes it with all of them`);
    }
    const { message } = await client.collections.deleteCollection({ name }, { signal });
    if (isJson) printJson({ deleted: name, documents: documentCount });
    else terminal.print(message);
  });

export const truncateCollection = (name: string, options: GlobalOptions & { readonly yes?: boolean }): Promise<void> =>
  withSession(options, async (session) => {
    const { client, signal } = session;
    if (options.yes !== true) {
      const { documentCount } = await client.collections.getCollection({ name }, { signal });
      throw new UsageError(`collection ${name} has ${documentCount} documents; --yes deletes them and its vectors`);
    }
    await follow(session, await client.operations.truncateCollection({ collectionName: name }, { signal }));
  });

export const reembedCollection = (name: string, options: GlobalOptions): Promise<void> =>
  withSession(options, async (session) => {
    const { client, signal } = session;
    await follow(session, await client.operations.reembedCollection({ collectionName: name }, { signal }));
  });

const follow = async (session: Session, { id }: Operation): Promise<void> => {
  const operation = await ended(session, id);
  session.print(OperationSchema, operation, () => session.terminal.print(lineOf(operation)));
};
