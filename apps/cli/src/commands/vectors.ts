import type { JsonObject } from "@bufbuild/protobuf";
import { StoredVectorSchema } from "@quarry/api";
import { Include, type StoredVector } from "@quarry/client";
import { UsageError } from "../failures.ts";
import { reportWork } from "./operations.ts";
import { printTable } from "../output/table.ts";
import { withSession } from "../session.ts";
import type { GlobalOptions } from "../settings.ts";

type Filtered = GlobalOptions & { readonly filter?: JsonObject };

const filtersOf = ({ filter }: Filtered) => (filter === undefined ? {} : { filters: filter });

/** Characters of a text shown in a table. */
const SHOWN = 60;

const rowOf = ({ id, hasEmbedding, text, metadata }: StoredVector): string[] => [
  id,
  hasEmbedding ? "yes" : "no",
  text.replaceAll(/\s+/g, " ").slice(0, SHOWN),
  JSON.stringify(metadata),
];

const HEAD = ["ID", "VECTOR", "TEXT", "METADATA"];

export const listVectors = (collection: string, options: Filtered & { readonly limit?: number }): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const found: StoredVector[] = [];
    for await (const entry of client.vectors.all(collection, { ...filtersOf(options), signal })) {
      found.push(entry);
      if (found.length === options.limit) break;
    }
    print(StoredVectorSchema, found, () => printTable(terminal, HEAD, found.map(rowOf)));
  });

export const getVectors = (
  collectionName: string,
  ids: string[],
  options: GlobalOptions & { readonly embedding?: boolean },
): Promise<void> =>
  withSession(options, async ({ client, print, terminal, signal }) => {
    const include = [Include.TEXT, Include.METADATA, ...(options.embedding === true ? [Include.EMBEDDING] : [])];
    const { vectors } = await client.vectors.getVectors({ collectionName, ids, include }, { signal });
    print(StoredVectorSchema, vectors, () => {
      printTable(terminal, HEAD, vectors.map(rowOf));
      for (const { id, embedding } of vectors) {
        if (embedding !== undefined) terminal.print(`${id}: ${embedding.join(" ")}`);
      }
    });
  });

export const deleteVectors = (
  collectionName: string,
  ids: string[],
  options: Filtered & { readonly all?: boolean; readonly dryRun?: boolean; readonly limit?: number },
): Promise<void> =>
  withSession(options, async (session) => {
    const { client, isJson, printJson, terminal, signal } = session;
    const { all, dryRun, limit } = options;
    const ways = [ids.length > 0, options.filter !== undefined, all === true].filter(Boolean);
    if (ways.length !== 1) throw new UsageError("give ids, --filter or --all");
    if (ids.length === 0) {
      const what = { ...(all === true ? { all } : filtersOf(options)), ...(limit !== undefined && { limit }) };
      const request = { collectionName, ...what, dryRun: dryRun === true };
      const { matched = 0, deleted, operation } = await client.vectors.deleteVectors(request, { signal });
      const done = dryRun === true ? undefined : deleted;
      return reportWork(session, "deleted", { matched, done, errors: [], operation }, "entries");
    }
    if (dryRun === true || limit !== undefined)
      throw new UsageError("--dry-run and --limit are for --filter and --all");
    const { deleted } = await client.vectors.deleteVectors({ collectionName, ids }, { signal });
    if (isJson) printJson({ deleted });
    else terminal.print(`deleted ${deleted} entries`);
  });
