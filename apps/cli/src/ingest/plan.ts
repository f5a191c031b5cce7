import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type Document, DocumentStatus } from "@quarry/api";
import type { FoundFile, FoundFiles } from "./find-files.ts";

/** Metadata by which a document is known to be of a file. */
export const SOURCE_PATH = "source_path";
export const SOURCE_HASH = "source_sha256";

/** A file that is to be uploaded. */
export interface PlannedFile extends FoundFile {
  readonly sha256: string;
  /** Ids of the file's former versions. */
  readonly replaces: readonly string[];
}

/** What is to be done. */
export interface Plan {
  readonly uploads: readonly PlannedFile[];
  readonly unchanged: readonly FoundFile[];
  /** Documents of files that are no longer there. */
  readonly missing: readonly Document[];
}

/** Compares files with the documents of a collection. */
export const planIngest = async ({ files, folders }: FoundFiles, documents: AsyncIterable<Document>): Promise<Plan> => {
  const bySource = new Map<string, Document[]>();
  for await (const document of documents) {
    const source = document.metadata?.[SOURCE_PATH];
    if (typeof source === "string") bySource.set(source, [...(bySource.get(source) ?? []), document]);
  }
  const uploads: PlannedFile[] = [];
  const unchanged: FoundFile[] = [];
  for (const file of files) {
    const sha256 = await hashOf(file.path);
    const versions = bySource.get(file.sourcePath) ?? [];
    bySource.delete(file.sourcePath);
    if (versions.some((version) => isOf(version, sha256))) unchanged.push(file);
    else uploads.push({ ...file, sha256, replaces: versions.map(({ id }) => id) });
  }
  const missing = [...bySource]
    .filter(([source]) => folders.some((folder) => source.startsWith(`${folder}/`)))
    .flatMap(([, versions]) => versions);
  return { uploads, unchanged, missing };
};

/** One that failed is tried again. */
const isOf = ({ metadata, status }: Document, sha256: string): boolean =>
  metadata?.[SOURCE_HASH] === sha256 && status !== DocumentStatus.FAILED;

const hashOf = async (path: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const bytes of createReadStream(path)) hash.update(bytes as Buffer);
  return hash.digest("hex");
};
