import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  OperationKind,
  type OperationSchema,
  OperationState,
  type WorkAnswerSchema,
  type WorkErrorSchema,
} from "@quarry/api";
import type { OperationKind as WorkKind, WorkDone } from "@quarry/catalog";
import type { OperationProblem, OperationRecord } from "@quarry/store";
import { toTimestamp } from "./messages.ts";

/** Status if the work continues in the background; work that is already complete is 200. */
export const ACCEPTED = 202;

const KINDS: Readonly<Record<WorkKind, OperationKind>> = {
  delete_documents: OperationKind.DELETE_DOCUMENTS,
  reprocess_documents: OperationKind.REPROCESS_DOCUMENTS,
  update_documents: OperationKind.UPDATE_DOCUMENTS,
  delete_vectors: OperationKind.DELETE_VECTORS,
  truncate: OperationKind.TRUNCATE,
};

const STATES: Readonly<Record<OperationRecord["state"], OperationState>> = {
  running: OperationState.RUNNING,
  completed: OperationState.COMPLETED,
  cancelled: OperationState.CANCELLED,
  failed: OperationState.FAILED,
};

export const toOperation = (operation: OperationRecord): MessageInitShape<typeof OperationSchema> => ({
  id: operation.id,
  collection: operation.collectionName,
  kind: KINDS[operation.kind as WorkKind],
  state: STATES[operation.state],
  total: operation.total,
  done: operation.done,
  failed: operation.failed,
  errors: operation.errors.map(toWorkError),
  createdAt: toTimestamp(operation.createdAt),
  updatedAt: toTimestamp(operation.updatedAt),
  ...(operation.finishedAt !== null && { finishedAt: toTimestamp(operation.finishedAt) }),
});

export const toWorkAnswer = ({
  matched,
  done,
  problems,
  operation,
}: WorkDone): MessageInitShape<typeof WorkAnswerSchema> => ({
  matched,
  done,
  errors: problems.map(toWorkError),
  operation: operation && toOperation(operation),
});

const toWorkError = ({ id, error }: OperationProblem): MessageInitShape<typeof WorkErrorSchema> => ({
  documentId: id,
  error,
});
