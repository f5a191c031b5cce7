import { createHash } from "node:crypto";
import { isWithin } from "../access-filter/within-access-filter.ts";
import type { AccessFilter } from "@quarry/index";
import type { DocumentRecord, StoredFileRecord } from "@quarry/store";

/** A caller as seen by files outside collections: no collection determines who can see these. */
export interface FileCaller {
  readonly name: string;
  /** Collections that the caller can access; undefined for all. */
  readonly collections: ReadonlySet<string> | undefined;
  readonly accessFilter: AccessFilter | undefined;
}

/** Returns the owner id of a caller. Tokens without a subject share a name, so their filter is part of it. */
export const ownerOf = ({ name, accessFilter }: FileCaller): string =>
  createHash("sha256")
    .update(`${name}\n${accessFilter?.id ?? ""}`)
    .digest("hex");

/** Whether a caller can see all files: it is limited neither to some collections nor by a filter. */
export const seesAllFiles = ({ collections, accessFilter }: FileCaller): boolean =>
  collections === undefined && accessFilter === undefined;

/** Whether the caller can see the files of this owner. */
export const maySee = (caller: FileCaller, { owner }: Pick<StoredFileRecord, "owner">): boolean =>
  seesAllFiles(caller) || owner === ownerOf(caller);

/** Whether the caller can remove a document of the named collection. */
export const mayRemove = (caller: FileCaller, collectionName: string, document: DocumentRecord): boolean =>
  caller.collections?.has(collectionName) !== false && isWithin(caller.accessFilter, document);
