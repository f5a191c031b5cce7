import { createHash } from "node:crypto";
import { isWithin } from "../access-filter/within-access-filter.ts";
import type { AccessFilter } from "@quarry/index";
import type { DocumentRecord, StoredFileRecord } from "@quarry/store";

/** The caller as files outside of collections know it: no collection says who may see these. */
export interface FileCaller {
  readonly name: string;
  /** The only collections that the caller may touch; undefined for all. */
  readonly collections: ReadonlySet<string> | undefined;
  readonly accessFilter: AccessFilter | undefined;
}

/** Names a caller in what it owns. Tokens without a subject share a name, so that their filter is a part of it. */
export const ownerOf = ({ name, accessFilter }: FileCaller): string =>
  createHash("sha256")
    .update(`${name}\n${accessFilter?.id ?? ""}`)
    .digest("hex");

/** Whether a caller sees the files of all: it is limited neither to some collections nor by a filter. */
export const seesAllFiles = ({ collections, accessFilter }: FileCaller): boolean =>
  collections === undefined && accessFilter === undefined;

/** Whether the caller may see what has this owner. */
export const maySee = (caller: FileCaller, { owner }: Pick<StoredFileRecord, "owner">): boolean =>
  seesAllFiles(caller) || owner === ownerOf(caller);

/** Whether the caller may remove a document of a collection of this name. */
export const mayRemove = (caller: FileCaller, collectionName: string, document: DocumentRecord): boolean =>
  caller.collections?.has(collectionName) !== false && isWithin(caller.accessFilter, document);
