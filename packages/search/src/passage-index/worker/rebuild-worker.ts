import { workerData } from "node:worker_threads";
import { answerWith, serveCalls } from "@quarry/plugin/workers";
import type { Asked, RebuildOperation } from "../protocol.ts";
import { collectionPath, requireCollectionFile } from "../sqlite/collection-file.ts";
import { CollectionWriter } from "../sqlite/collection-writer.ts";
import { toCallFailure } from "../sqlite/sqlite-failure.ts";
import { verifyFile } from "../sqlite/verify-file.ts";

const { directory } = workerData as { readonly directory: string };

const rebuild = ({ collectionId, operation }: Asked<RebuildOperation>): void => {
  const path = collectionPath(directory, collectionId);
  requireCollectionFile(path, collectionId);
  if (operation.kind === "verify") return verifyFile(path, collectionId);
  const writer = new CollectionWriter(path, collectionId);
  // Nobody waits for it but this collection, which waits already.
  writer.space.rewrite();
  writer.close();
};

const answer = answerWith(({ parameters }) => rebuild(parameters as Asked<RebuildOperation>));

serveCalls({ receive: (calls) => calls.forEach(answer), toFailure: toCallFailure });
