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
import { contractEnum } from "./contract-enum.ts";
import { toTimestamp } from "./messages.ts";

/** Status if the work continues in the background; work that is already complete is 200. */
export const ACCEPTED = 202;

const KINDS = contractEnum(OperationKind).byName;
const STATES = contractEnum(OperationState).byName;

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
