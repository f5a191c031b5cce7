import type { Job, Operation } from "@quarry/client/types";
import { providerName } from "@quarry/plugin/domain";
import { UsageError } from "../failures.ts";
import type { AnyCommand, CommandOf, Rpc } from "./rpc-command.ts";

const FILTER = "only those that match: a filter as JSON, or name=value; may be repeated";
const ENTRIES = "only entries whose metadata matches: a filter as JSON, or name=value; may be repeated";
/** Largest page that the service returns. */
const PAGE_SIZE = 1_000;

/** Checks a command against the types of its rpc. */
const rpcCommand = <R extends Rpc, F extends string = never>(command: CommandOf<R, F>): AnyCommand => command;

/** Commands that are one rpc, by the words of the command line. */
export const RPC_COMMANDS = {
  "collection create": rpcCommand({
    rpc: "createCollection",
    text: "create a collection",
    arguments: { name: "<name>" },
    flags: {
      embedding_provider: { as: "embedder" },
      embedding_model: { as: "model" },
      default_search_mode: {
        as: "mode",
        text: "search mode of queries. Default: hybrid, without an embedder semantic",
      },
      metadata: { text: "a JSON object, or name=value; may be repeated" },
    },
    switches: { "if-missing": "succeed if a collection with that name exists" },
    examples: [
      "quarry collection create manuals --if-missing",
      "quarry collection create notes --chunk-size 256 --mode keyword --metadata team=docs",
    ],
    run: async () => (await import("../commands/collections.ts")).createCollection,
  }),
  "collection list": rpcCommand({
    rpc: "listCollections",
    text: "list collections",
    flags: { name: { as: "prefix" } },
    items: "collections",
    pageSize: PAGE_SIZE,
    columns: {
      NAME: "name",
      DOCUMENTS: "documentCount",
      MODEL: ({ embeddingProvider, embeddingModel }) => `${providerName(embeddingProvider)}/${embeddingModel}`,
      DESCRIPTION: "description",
    },
  }),
  "collection show": rpcCommand({ rpc: "getCollection", text: "show a collection" }),
  "documents list": rpcCommand({
    rpc: "listDocuments",
    text: "list documents",
    alias: "ls",
    flags: {
      filters: { as: "filter", text: FILTER, isJson: true },
      filename: { as: "name" },
      file_type: { as: "type" },
      info: false,
    },
    items: "documents",
    pageSize: PAGE_SIZE,
    columns: {
      ID: "id",
      STATUS: "status",
      CHUNKS: "chunkCount",
      BYTES: "fileSize",
      FILE: "filename",
      "": "errorMessage",
    },
  }),
  "documents tables": rpcCommand({
    rpc: "listDocumentTables",
    text: "list the tables of a document",
    flags: { rows: false },
    adjust: (request) => ({ ...request, rows: 0 }),
    items: "tables",
    pageSize: 100,
    columns: {
      TABLE: "table",
      ROWS: "rowCount",
      PAGE: ({ pageFrom, pageTo }) => (pageFrom === pageTo ? pageFrom : `${pageFrom}-${pageTo}`),
      WHAT: ({ caption, header }) => caption ?? header.at(-1)?.cells.join(" | "),
      SECTION: ({ section }) => section.join(" > "),
    },
  }),
  "vectors count": rpcCommand({
    rpc: "countVectors",
    text: "count entries",
    flags: { filters: { as: "filter", text: ENTRIES } },
    line: ({ count }) => String(count),
  }),
  "vectors update": rpcCommand({
    rpc: "updateVectors",
    text: "update the metadata of entries; vectors and texts stay",
    arguments: { collection_name: "<collection>", ids: "[ids...]" },
    flags: {
      filters: { as: "filter", text: ENTRIES },
      metadata: {
        as: "set",
        text: "changes: JSON, or name=value; null removes; may be repeated",
        isRequired: true,
      },
    },
    examples: [
      "quarry vectors update notes note-1 note-2 --set state=final",
      "quarry vectors update notes --filter state=draft --set reviewed=true",
    ],
    adjust: (request) => {
      if ((request.ids?.length ?? 0) > 0 !== (request.filters !== undefined)) return request;
      throw new UsageError("give ids, or --filter");
    },
    line: ({ updated }) => `changed ${updated} entries`,
  }),
  "change start": rpcCommand({
    rpc: "startChange",
    text: "start an index change",
    flags: {
      vector_store: { as: "store" },
      embedding_provider: { as: "embedder" },
      embedding_model: { as: "model" },
      repair: false,
    },
    switches: { wait: "wait until the change has switched" },
    run: async () => (await import("../commands/changes.ts")).startChange,
  }),
  "change list": rpcCommand({
    rpc: "listChanges",
    text: "list the index changes of a collection",
    items: "changes",
    isWhole: true,
    columns: {
      ID: "id",
      STATE: "state",
      DONE: ({ progress }) => `${progress} %`,
      FROM: ({ from: { vectorStore, embeddingModel } }) => `${vectorStore} ${embeddingModel}`,
      TO: ({ to: { vectorStore, embeddingModel } }) => `${vectorStore} ${embeddingModel}`,
      "": "error",
    },
  }),
  "change show": rpcCommand({ rpc: "getChange", text: "show an index change" }),
  "change cancel": rpcCommand({ rpc: "cancelChange", text: "cancel an index change that has not switched" }),
  "change rollback": rpcCommand({ rpc: "rollBackChange", text: "roll back to the previous index" }),
  "operations list": rpcCommand({
    rpc: "listOperations",
    text: "list operations, newest first",
    arguments: { collection: "[collection]" },
    items: "operations",
    columns: {
      ID: "id",
      KIND: kindOf,
      COLLECTION: "collection",
      STATE: "state",
      DONE: progressOf,
      "": ({ errors }) => errors.at(-1)?.error,
    },
  }),
  "operations show": rpcCommand({
    rpc: "getOperation",
    text: "show the progress of an operation",
    switches: { wait: "wait until the operation has ended" },
    run: async () => (await import("../commands/operations.ts")).showOperation,
  }),
  "operations cancel": rpcCommand({
    rpc: "cancelOperation",
    text: "cancel an operation; completed items stay",
    line: lineOf,
  }),
  "models list": rpcCommand({
    rpc: "listEmbeddingModels",
    text: "list the embedding models of the service",
    flags: { all: false },
    adjust: () => ({ all: true }),
    items: "models",
    columns: {
      PROVIDER: ({ provider }) => providerName(provider),
      MODEL: "model",
      DIMENSION: "dimension",
      "": "description",
    },
  }),
  stores: rpcCommand({
    rpc: "listVectorStores",
    text: "list the vector stores of the service and their health",
    items: "vectorStores",
    columns: {
      NAME: "name",
      PLUGIN: "plugin",
      "": ({ isDefault }) => (isDefault ? "default" : ""),
      " ": ({ healthy }) => (healthy ? "answers" : "not reachable"),
    },
  }),
  "webhooks list": rpcCommand({
    rpc: "listWebhooks",
    text: "list webhooks",
    items: "webhooks",
    columns: {
      ID: "id",
      "": ({ active }) => (active ? "active" : "inactive"),
      URL: "url",
      EVENTS: ({ events }) => events.join(", "),
      COLLECTIONS: ({ collections }) => collections?.join(", ") ?? "all",
    },
  }),
  "webhooks create": rpcCommand({
    rpc: "createWebhook",
    text: "create a webhook; its secret is shown once",
    arguments: { url: "<url>" },
    flags: { events: { default: ["document.ready", "document.failed"] } },
    fields: ({ id, url, events, secret }) => ({ id, url, events: events.join(", "), secret }),
    note: "Copy the secret now: it is shown only once.",
  }),
  "webhooks delete": rpcCommand({ rpc: "deleteWebhook", text: "delete a webhook" }),
  "webhooks test": rpcCommand({ rpc: "testWebhook", text: "send a test event" }),
  "jobs list": rpcCommand({
    rpc: "listJobs",
    text: "list jobs; default: failed ones",
    flags: { stuck: { text: "only running jobs that look stuck" } },
    adjust: ({ state = "failed", ...request }) => (request.stuck === true ? request : { state, ...request }),
    examples: ["quarry jobs list", "quarry jobs list --state waiting --kind ingest", "quarry jobs list --stuck"],
    items: "jobs",
    isWhole: true,
    columns: {
      ID: "id",
      KIND: "kind",
      STATE: stateOf,
      ABOUT: subjectOf,
      TIME: ({ finishedAt, dueAt }) => finishedAt ?? dueAt,
      "": "error",
    },
  }),
  "keys list": rpcCommand({
    rpc: "listKeys",
    text: "list the keys of the running service, revoked ones included",
    items: "keys",
    columns: {
      NAME: "name",
      SCOPE: "scope",
      COLLECTIONS: ({ collections }) => collections?.join(", ") ?? "all",
      STATE: "state",
      ENDS: ({ revokedAt, expiresAt }) => revokedAt ?? expiresAt ?? "never",
      "STORED IN": ({ source }) => (source === "config" ? "config file" : "service"),
    },
  }),
  "keys revoke": rpcCommand({ rpc: "revokeKey", text: "revoke a key of the running service" }),
} satisfies Readonly<Record<string, AnyCommand>>;

function kindOf({ kind }: Operation): string {
  return kind.replace("_", " ");
}

function progressOf({ done, failed, total }: Operation): string {
  return `${done + failed} of ${total}`;
}

/** Formats an operation in one line. */
export function lineOf(operation: Operation): string {
  return `${kindOf(operation)} in ${operation.collection}: ${operation.state}, ${progressOf(operation)}`;
}

function stateOf({ state, stuck, attempts, maxAttempts }: Job): string {
  return `${state}${stuck ? ", looks stuck" : ""} (${attempts}/${maxAttempts})`;
}

/** Returns the document that a job is about, or its collection. */
export function subjectOf({ collection, filename, documentId }: Job): string {
  return [collection ?? "(deleted collection)", filename ?? documentId].filter((part) => part !== null).join("/");
}
