import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Include, type StoredVectorSchema, VectorService } from "@quarry/api";
import { FilterFields, type StoredEntry, Vectors, type VectorSelection } from "@quarry/catalog";
import { type Filter, invalidArgument, type JsonObject, limits, parseFilter } from "@quarry/plugin/domain";
import { onBehalfOf } from "@quarry/jobs";
import { Effect } from "effect";
import { type BoundService, bindWholeService, type CallContext } from "./handler.ts";
import { float32Bytes, fromOnConflict, partsIncluded, toStruct } from "./messages.ts";
import { reportUnknownFields } from "./names-header.ts";
import { ACCEPTED, toOperation } from "./operation-messages.ts";
import { runFor, runToEndFor } from "./run-effect.ts";

/** Creates the rpcs of VectorService. */
export const makeVectorHandlers: Effect.Effect<BoundService, never, Vectors | FilterFields> = Effect.gen(function* () {
  const vectors = yield* Vectors;
  const fields = yield* FilterFields;
  const reportUnknown = async (context: CallContext, name: string, filters: JsonObject | undefined) =>
    reportUnknownFields(context, await runFor(context, fields.unknownOfPassages(name, filters)));
  return bindWholeService(VectorService, {
    upsertVectors: async ({ collectionName, vectors: entries, onConflict }, context) => {
      const policy = fromOnConflict(onConflict);
      const { upserted, skipped } = await runToEndFor(context, vectors.upsert(collectionName, entries, policy));
      return { status: "ok", upserted, ...(policy === "skip" && { skipped }) };
    },

    getVectors: async ({ collectionName, ids, include }, context) => {
      const found = await runFor(context, vectors.get(collectionName, ids, partsIncluded(include).embedding));
      return { vectors: found.map(toStored(include)), total: found.length };
    },

    listVectors: async ({ collectionName, filters, limit = limits.DEFAULT_PAGE_SIZE, cursor, include }, context) => {
      const withVectors = partsIncluded(include).embedding;
      const range = { filter: readFilter(filters), limit, cursor, withVectors };
      await reportUnknown(context, collectionName, filters);
      const { entries, nextCursor } = await runFor(context, vectors.list(collectionName, range));
      return { vectors: entries.map(toStored(include)), nextCursor };
    },

    countVectors: async ({ collectionName, filters }, context) => {
      await reportUnknown(context, collectionName, filters);
      return { count: await runFor(context, vectors.count(collectionName, readFilter(filters))) };
    },

    updateVectors: async ({ collectionName, ids, filters, metadata }, context) => {
      const change = vectors.update(collectionName, selectionOf({ ids, filters }), metadata!);
      await reportUnknown(context, collectionName, filters);
      return { status: "ok", updated: await runToEndFor(context, change) };
    },

    deleteVectors: async ({ collectionName, ids, filters, all, limit, dryRun }, context) => {
      const selection = selectionOf({ ids, filters, all: all ?? false });
      if ("ids" in selection) {
        const field = limit === undefined ? dryRun !== undefined && "dry_run" : "limit";
        if (field !== false) {
          throw invalidArgument(`${field}: applies to filters and all only; with ids all are deleted`);
        }
        return {
          status: "ok",
          deleted: await runToEndFor(context, vectors.deleteByIds(collectionName, selection.ids)),
        };
      }
      // Checked before the deletion, because it can delete the last entries with a field.
      await reportUnknown(context, collectionName, filters);
      const deletion = vectors.deleteMatching(collectionName, selection.filter, { limit, dryRun });
      const answer = await runToEndFor(context, onBehalfOf(context.principal?.name)(deletion));
      if (answer.operation !== undefined) context.status = ACCEPTED;
      return { status: "ok", ...answer, operation: answer.operation && toOperation(answer.operation) };
    },
  });
});

const readFilter = (filters: JsonObject | undefined): Filter | undefined =>
  filters === undefined ? undefined : parseFilter(filters);

interface Selected {
  readonly ids: readonly string[];
  readonly filters: JsonObject | undefined;
  /** Undefined if the call can't select all entries. */
  readonly all?: boolean;
}

/**
 * Returns the entries that a call selects, by exactly one of its fields. Throws a `DomainError` that names the field.
 */
const selectionOf = ({ ids, filters, all }: Selected): VectorSelection => {
  const input = [ids.length > 0 && "ids", filters !== undefined && "filters", all === true && "all"].filter(Boolean);
  if (input.length > 1) {
    throw invalidArgument(`${input.at(-1)}: must not be given together with ${input[0]}`);
  }
  if (all === true) return { filter: undefined };
  if (filters === undefined) {
    if (ids.length === 0) throw invalidArgument("ids: must have at least 1 item, got 0");
    return { ids };
  }
  const filter = parseFilter(filters);
  if (filter !== undefined) return { filter };
  const everything = all === undefined ? "" : "; all: true means every entry";
  throw invalidArgument(`filters: must not be empty here, got {}${everything}`);
};

/** Converts an entry with the included parts. */
const toStored = (include: readonly Include[]) => {
  const parts = partsIncluded(include);
  return (entry: StoredEntry): MessageInitShape<typeof StoredVectorSchema> => ({
    id: entry.id,
    ...(parts.text && { text: entry.text }),
    get metadata() {
      return parts.metadata ? toStruct(entry.metadata) : {};
    },
    hasEmbedding: entry.hasVector,
    embedding: entry.vector && float32Bytes(entry.vector),
  });
};
