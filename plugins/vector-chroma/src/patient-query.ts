import { setTimeout as sleep } from "node:timers/promises";
import { ChromaServerError, type Collection } from "chromadb";

type Query = Parameters<Collection["query"]>[0];
type Answer = Awaited<ReturnType<Collection["query"]>>;

/** Error that the server returns briefly while it writes the index of a changed collection to disk. */
const BETWEEN = /hnsw segment reader: Nothing found on disk/;

const PAUSES_MS = [20, 50, 100, 200, 400, 800];

/** Runs a query, and retries it while the server has the collection but temporarily not its index. */
export const patientQuery = async (collection: Collection, query: Query): Promise<Answer> => {
  for (const pause of PAUSES_MS) {
    try {
      return (await collection.query(query)) as Answer;
    } catch (error) {
      if (!(error instanceof ChromaServerError && BETWEEN.test(error.message))) throw error;
      await sleep(pause);
    }
  }
  return (await collection.query(query)) as Answer;
};
