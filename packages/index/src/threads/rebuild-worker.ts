import { workerData } from "node:worker_threads";
import { answerWith, serveCalls } from "@quarry/plugin/workers/inside";
import type { WorkerRequest, RebuildOperation } from "../passages/protocol.ts";
import { collectionPath, requireCollectionFile } from "../storage/collection-file.ts";
import { CollectionWriter } from "../storage/collection-writer.ts";
import { toCallFailure } from "../storage/sqlite-failure.ts";
import { verifyFile } from "../storage/verify-file.ts";

const { directory } = workerData as { readonly directory: string };

const rebuild = ({ collectionId, operation }: WorkerRequest<RebuildOperation>): void => {
  const path = collectionPath(directory, collectionId);
  requireCollectionFile(path, collectionId);
  if (operation.kind === "verify") return verifyFile(path, collectionId);
  const writer = new CollectionWriter(path, collectionId);
  // Only this collection waits for the rewrite, and it waits for the rebuild anyway.
  writer.space.rewrite();
  writer.close();
};

const answer = answerWith(({ parameters }) => rebuild(parameters as WorkerRequest<RebuildOperation>));

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
