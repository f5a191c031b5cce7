import { setTimeout as sleep } from "node:timers/promises";
import { ChromaServerError, type Collection } from "chromadb";

type Query = Parameters<Collection["query"]>[0];
type Answer = Awaited<ReturnType<Collection["query"]>>;

/** The server says so for moments in which it puts the index of a collection that is written to on the disk. */
const BETWEEN = /hnsw segment reader: Nothing found on disk/;

const PAUSES_MS = [20, 50, 100, 200, 400, 800];

/** A query that asks again where the server has the collection but, for a moment, not its index. */
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
