import { CollectionSchema, OperationSchema } from "@quarry/api";
import type { Collection, CreateCollectionRequest, Operation } from "@quarry/client/types";
import { AlreadyExistsError, InvalidArgumentError } from "@quarry/client";
import { UsageError } from "../failures.ts";
import { lineOf } from "../rpc/rpc-commands.ts";
import { type Session, withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";
import { waitForOperation } from "./operations.ts";

type CreateOptions = GlobalOptions & { readonly ifMissing?: boolean };

export const createCollection = async (
  session: Session,
  request: CreateCollectionRequest,
  { ifMissing }: CreateOptions,
): Promise<void> => {
  const { client, signal } = session;
  const { name, embeddingProvider, defaultSearchMode } = request;
  // Without an embedding model, a query without a vector would always be refused in hybrid mode.
  const mode = defaultSearchMode ?? (embeddingProvider === "none" ? undefined : "hybrid");
  try {
    const made = await client.collections.createCollection({ ...request, defaultSearchMode: mode }, { signal });
    show(session, made, `created collection ${name}`);
  } catch (error) {
    if (ifMissing !== true || !(error instanceof AlreadyExistsError)) throw withNameSuggestion(error, name);
    show(session, await client.collections.getCollection({ name }, { signal }), `collection ${name} already exists`);
  }
};

/**
 * Appends the valid form of a refused collection name to the error: hyphens, dots and spaces replaced with underscores.
 */
const withNameSuggestion = (error: unknown, name: string): unknown => {
  const validName = name.replace(/[-. ]/g, "_");
  if (!(error instanceof InvalidArgumentError) || !error.message.startsWith("name:") || validName === name)
    return error;
  return new InvalidArgumentError(`${error.message}; ${JSON.stringify(validName)} is allowed`, { cause: error });
};

const show = ({ print, terminal }: Session, collection: Collection, line: string): void =>
  print(CollectionSchema, collection, () => terminal.print(line));

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
  const operation = await waitForOperation(session, id);
  session.print(OperationSchema, operation, () => session.terminal.print(lineOf(operation)));
};
