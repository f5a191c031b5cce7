import { type Document, DocumentStatus } from "@quarry/client/types";
import { composed } from "@quarry/plugin/domain";

/** Metadata field that links a document to its file. */
export const SOURCE_PATH = "source_path";
export const SOURCE_HASH = "source_sha256";

/** Document of a file or a page. */
export interface Version {
  readonly id: string;
  /** Checksum of the file's content; undefined when another program wrote the metadata. */
  readonly sha256: string | undefined;
  externalId?: string | undefined;
  status: "under way" | "ready" | "failed";
}

/**
 * Documents of a collection by source path, and its pages by address. Read from the collection at every start: the next
 * run continues an interrupted one, and no local state can be stale.
 */
export class Ledger {
  /** Versions by path, normalised to Unicode NFC: macOS paths are decomposed. */
  readonly #versions = new Map<string, Version[]>();

  static async read(documents: AsyncIterable<Document>): Promise<Ledger> {
    const ledger = new Ledger();
    for await (const { id, metadata, status, externalId, sourceUrl, parentId } of documents) {
      // A file within a file has the metadata of its parent, and is added and deleted with it.
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

  /** Returns the documents of a file, oldest first. */
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

  /** Returns the paths of all files below a folder that the collection has, in NFC. */
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
  /** The file is stored, and processed or in processing. */
  | { readonly kind: "keep" | "follow"; readonly version: Version }
  /** The file is stored, and its processing failed. */
  | { readonly kind: "reprocess"; readonly version: Version };

/** Decides by the best of the versions that have the file's current content. */
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
