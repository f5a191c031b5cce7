import { createQuarryClient, NotFoundError, type UploadProgress } from "@quarry/client";

/** Uses the client as a page or a worker would. Returns JSON. */
const useClient = async (collectionName: string, apiKey: string): Promise<string> => {
  const { collections, documents, queries } = createQuarryClient({ baseUrl: location.origin, apiKey });
  await collections.createCollection({ name: collectionName });
  const sent: UploadProgress[] = [];
  const file = new File(["Herons stand still in shallow water."], "herons.txt");
  const { id } = await documents.upload(collectionName, file, { onProgress: (progress) => sent.push(progress) });
  const steps: string[] = [];
  for await (const { step } of documents.watch(collectionName, id)) steps.push(step);
  const { results } = await queries.query({ collectionName, query: "where do herons stand", searchMode: "hybrid" });
  const { size, bytes } = await documents.download(collectionName, id);
  let received = 0;
  for await (const part of bytes) received += part.byteLength;
  const missing = await collections.getCollection({ name: "missing" }).catch((error: unknown) => error);
  return JSON.stringify({
    ...{ documentId: id, results, sent, lastStep: steps.at(-1), isWhole: received === size },
    isNotFound: missing instanceof NotFoundError,
  });
};

Object.assign(globalThis, { useClient });
