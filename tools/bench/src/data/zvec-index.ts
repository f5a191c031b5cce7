import { join } from "node:path";
import type { BenchContext } from "../harness/bench.ts";
import { type Nearest, recallOf } from "./nearest.ts";

/** Not a dependency: it is native and has no build for some platforms. The README says which version to install. */
const PACKAGE = "@zvec/zvec";
const BATCH = 1_000;
const FIELD = "vector";
const LINKS = 16;
const BUILD_WIDTH = 200;
const ERRORS_ONLY = 3;
/** Widths of a search, in the order in which they are tried. */
const WIDTHS = [16, 24, 32, 48, 64, 96, 128, 192, 256, 400, 800, 1_600] as const;

/** What is used here of zvec's own interface. */
interface Zvec {
  readonly ZVecInitialize: (options: Readonly<Record<string, unknown>>) => void;
  readonly ZVecCreateAndOpen: (path: string, schema: unknown) => ZvecCollection;
  readonly ZVecCollectionSchema: new (options: Readonly<Record<string, unknown>>) => unknown;
  readonly ZVecDataType: { readonly VECTOR_FP32: number };
  readonly ZVecIndexType: { readonly HNSW: number };
  readonly ZVecMetricType: { readonly COSINE: number };
}

interface ZvecCollection {
  readonly insertSync: (entries: readonly unknown[]) => unknown;
  readonly optimize: () => Promise<void>;
  readonly querySync: (query: Readonly<Record<string, unknown>>) => readonly { readonly id: string }[];
  readonly closeSync: () => void;
}

/** An index of a native library over the same vectors, called as directly as can be. */
export interface ZvecIndex extends Disposable {
  /** Ids of the nearest, as `fillVectors` calls them. */
  readonly search: (vector: Float32Array, topK: number) => readonly string[];
  /** With what it searches, and how many of the nearest that finds. */
  readonly name: string;
  readonly recall: number;
}

export interface ZvecContent {
  readonly dimension: number;
  readonly rows: number;
  readonly next: (row: number) => Float32Array;
  /** Searches take the least width that finds so much of these, or the largest. */
  readonly nearest: Nearest;
  readonly leastRecall: number;
}

let loaded: Promise<Zvec> | undefined;

/** It may be started once in a process. */
const load = (): Promise<Zvec> => {
  loaded ??= import(PACKAGE).then((zvec: Zvec) => {
    zvec.ZVecInitialize({ logType: "console", logLevel: ERRORS_ONLY, queryThreads: 1 });
    return zvec;
  });
  return loaded;
};

/** Builds the index in the folder of the bench; undefined, and says why, where the package can't be loaded. */
export const buildZvecIndex = async (
  { directory, note }: BenchContext,
  content: ZvecContent,
): Promise<ZvecIndex | undefined> => {
  let zvec: Zvec;
  try {
    zvec = await load();
  } catch (error) {
    note(`not compared with ${PACKAGE}: ${(error as Error).message.split("\n")[0]}`);
    return undefined;
  }
  const collection = await filled(zvec, join(directory, `zvec-${content.rows}`), content);
  const searchWith = (width: number) => (vector: Float32Array, topK: number) => {
    const params = { indexType: zvec.ZVecIndexType.HNSW, ef: width };
    return collection.querySync({ fieldName: FIELD, vector, topk: topK, params }).map(({ id }) => id);
  };
  let [width, recall] = [0, 0];
  for (width of WIDTHS) {
    recall = await recallOf(content.nearest, searchWith(width));
    if (recall >= content.leastRecall) break;
  }
  const name = `zvec, ef ${width}, recall ${recall.toFixed(4)}`;
  return { name, recall, search: searchWith(width), [Symbol.dispose]: () => collection.closeSync() };
};

const filled = async (zvec: Zvec, path: string, { dimension, rows, next }: ZvecContent): Promise<ZvecCollection> => {
  const { HNSW } = zvec.ZVecIndexType;
  const indexParams = {
    indexType: HNSW,
    metricType: zvec.ZVecMetricType.COSINE,
    m: LINKS,
    efConstruction: BUILD_WIDTH,
  };
  const vectors = { name: FIELD, dataType: zvec.ZVecDataType.VECTOR_FP32, dimension, indexParams };
  const collection = zvec.ZVecCreateAndOpen(path, new zvec.ZVecCollectionSchema({ name: "bench", vectors }));
  for (let start = 0; start < rows; start += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, rows - start) }, (_, offset) => {
      return { id: `row-${start + offset}`, vectors: { [FIELD]: next(start + offset) } };
    });
    collection.insertSync(entries);
  }
  await collection.optimize();
  return collection;
};
