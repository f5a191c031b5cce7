import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

/** What lies beside a collection's vectors for its graph. */
export interface IndexOnDisk {
  /** Rows that the stored graph has; 0 where there is none. */
  readonly rows: number;
  /** Whether its writing was begun and never finished. */
  readonly isCutOff: boolean;
}

/** As packages/catalog names a collection in the vector store, whatever its generation. */
export const indexOnDisk = (data: string, collectionId: string): IndexOnDisk => {
  const folder = join(data, "plugins");
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : [];
  const own = files.filter((file) => file.includes(`c_${collectionId.replaceAll("-", "")}_g`));
  const whole = own.find((file) => file.endsWith("-index"));
  return {
    rows: whole === undefined ? 0 : rowsOf(join(folder, whole)),
    isCutOff: own.some((file) => file.endsWith("-index-unfinished")),
  };
};

/** It begins with format, dimension, rows, and length of the longest vector. */
const ROWS_PLACE = 2;

const rowsOf = (path: string): number => {
  const header = new Float64Array(ROWS_PLACE + 1);
  const file = openSync(path, "r");
  try {
    readSync(file, header);
    return header[ROWS_PLACE]!;
  } finally {
    closeSync(file);
  }
};
