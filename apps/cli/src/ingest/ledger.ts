import { type Document, DocumentStatus } from "@quarry/client/types";
import { composed } from "@quarry/plugin/domain";

/** Metadata by which a document is known to be of a file. */
export const SOURCE_PATH = "source_path";
export const SOURCE_HASH = "source_sha256";

/** A document of a file or a page. */
export interface Version {
  readonly id: string;
  /** Checksum of the file's content; undefined when another program wrote the metadata. */
  readonly sha256: string | undefined;
  externalId?: string | undefined;
  status: "under way" | "ready" | "failed";
}

/**
 * A collection's documents by source path, and its pages by address. It is read from the collection at every start: an
 * interrupted run is continued by the next one, and no state on this machine can be stale.
 */
export class Ledger {
  /** Versions by path in Unicode NFC: paths on a Mac are decomposed. */
  readonly #versions = new Map<string, Version[]>();

  static async read(documents: AsyncIterable<Document>): Promise<Ledger> {
    const ledger = new Ledger();
    for await (const { id, metadata, status, externalId, sourceUrl, parentId } of documents) {
      // A file within a file has its metadata, and comes and goes with it.
      if (parentId !== undefined) continue;
      if (sourceUrl !== undefined) ledger.add(sourceUrl, { id, sha256: undefined, status: stateOf(status) });
      const source = metadata[SOURCE_PATH];
      if (typeof source !== "string") continue;
      const sha256 = metadata[SOURCE_HASH];
      const hash = typeof sha256 === "string" ? sha256 : undefined;
      ledger.add(source, { id, sha256: hash, externalId, status: stateOf(status) });
    }
    return ledger;
  }

  /** The documents of a file, oldest first. */
  versionsOf(sourcePath: string): readonly Version[] {
    return this.#versions.get(composed(sourcePath)) ?? [];
  }

  add(sourcePath: string, version: Version): void {
    const path = composed(sourcePath);
    const versions = this.#versions.get(path);
    if (versions === undefined) this.#versions.set(path, [version]);
    else versions.push(version);
  }

  remove(sourcePath: string, id: string): void {
    const left = this.versionsOf(sourcePath).filter((version) => version.id !== id);
    if (left.length === 0) this.#versions.delete(composed(sourcePath));
    else this.#versions.set(composed(sourcePath), left);
  }

  /** The paths of all files that it has below a folder, in NFC. */
  below(folder: string): readonly string[] {
    return [...this.#versions.keys()].filter((source) => source.startsWith(`${composed(folder)}/`));
  }
}

const stateOf = (status: DocumentStatus): Version["status"] => {
  switch (status) {
    case DocumentStatus.READY:
      return "ready";
    case DocumentStatus.FAILED:
      return "failed";
    default:
      return "under way";
  }
};

/** Action for a file. */
export type Decision =
  | { readonly kind: "upload" }
  /** It is there, and processed or about to be. */
  | { readonly kind: "keep" | "follow"; readonly version: Version }
  /** It is there, and its processing failed. */
  | { readonly kind: "reprocess"; readonly version: Version };

/** The best of the versions that are as the file is decides. */
export const decide = (versions: readonly Version[], sha256: string): Decision => {
  const same = versions.filter((version) => version.sha256 === sha256);
  const of = (status: Version["status"]) => same.find((version) => version.status === status);
  const ready = of("ready");
  if (ready !== undefined) return { kind: "keep", version: ready };
  const underWay = of("under way");
  if (underWay !== undefined) return { kind: "follow", version: underWay };
  const failed = of("failed");
  return failed === undefined ? { kind: "upload" } : { kind: "reprocess", version: failed };
};
