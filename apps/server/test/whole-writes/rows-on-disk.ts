import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface RowsOnDisk {
  /** Entries to which clients' passages refer. */
  readonly named: readonly string[];
  /** Entries in the vector stores. */
  readonly stored: readonly string[];
  /** Number of unfinished writes. */
  readonly open: number;
}

/** Returns the rows in the files of a stopped service, for all collections. */
export const rowsOnDisk = (data: string): RowsOnDisk => {
  const files = readdirSync(data, { recursive: true }).map(String);
  const read = (path: string, query: string): readonly string[] => {
    const database = new DatabaseSync(join(data, path), { readOnly: true });
    try {
      return database
        .prepare(query)
        .all()
        .map(({ value }) => String(value));
    } finally {
      database.close();
    }
  };
  const passages = files.filter((file) => file.startsWith("passages") && file.endsWith(".db"));
  const vectors = files.filter((file) => file.startsWith("plugins") && file.endsWith(".sqlite"));
  return {
    named: passages.flatMap((file) => read(file, NAMED)).toSorted(),
    stored: vectors.flatMap((file) => read(file, "select id as value from record")).toSorted(),
    open: passages.reduce((sum, file) => sum + read(file, "select version as value from vector_write").length, 0),
  };
};

/** Query for the id of a passage's vector, as the service builds it. */
const NAMED = `select case vector_version when '' then id else id || char(31) || vector_version end as value
  from passage`;
