import type { MessageInitShape } from "@bufbuild/protobuf";
import {
  ChangeKind,
  ChangeState,
  type IndexChangeSchema,
  type IndexDescriptionSchema,
  type NamedItemsSchema,
  type RepairReportSchema,
  type StartChangeRequest,
} from "@quarry/api";
import type { ChangeRequest } from "@quarry/catalog";
import type { IndexChangeRecord, IndexDefinition, Named, RepairNotes } from "@quarry/store";
import { contractEnum } from "./contract-enum.ts";
import { redacted, toTimestamp } from "./messages.ts";

const KINDS = contractEnum(ChangeKind).byName;
const STATES = contractEnum(ChangeState).byName;

export const toIndexChange = (
  change: IndexChangeRecord,
  collection: string,
): MessageInitShape<typeof IndexChangeSchema> => ({
  id: change.id,
  collection,
  kind: KINDS[change.kind],
  state: STATES[change.state],
  progress: progressOf(change),
  doneCount: BigInt(change.doneCount),
  totalCount: BigInt(change.totalCount),
  from: toIndexDescription(change.from),
  to: toIndexDescription(change.to),
  ...(change.rollbackOf !== null && { rollbackOf: change.rollbackOf }),
  ...(change.error !== null && { error: change.error }),
  createdAt: toTimestamp(change.createdAt),
  updatedAt: toTimestamp(change.updatedAt),
  ...(change.finishedAt !== null && { finishedAt: toTimestamp(change.finishedAt) }),
  ...(change.repair !== null && { repair: toRepairReport(change.repair) }),
});

const toRepairReport = (notes: RepairNotes): MessageInitShape<typeof RepairReportSchema> => ({
  restoredDocuments: BigInt(notes.restoredDocuments),
  lostDocuments: toNamedItems(notes.lostDocuments),
  remadeVectors: toNamedItems(notes.remadeVectors),
  lostVectors: toNamedItems(notes.lostVectors),
  hasUnnamed: notes.hasUnnamed,
});

const toNamedItems = ({ count, ids }: Named): MessageInitShape<typeof NamedItemsSchema> => ({
  count: BigInt(count),
  ids: [...ids],
});

export const toIndexDescription = (definition: IndexDefinition): MessageInitShape<typeof IndexDescriptionSchema> => ({
  vectorStore: definition.vectorStore,
  embeddingProvider: definition.embeddingProvider,
  embeddingModel: definition.embeddingModel,
  dimension: definition.dimension,
});

/** Maximum progress in percent before the switch: the last percent is the comparison and the switch. */
const BEFORE_SWITCH = 99;

const progressOf = ({ state, doneCount, totalCount }: IndexChangeRecord): number => {
  if (state === "switched" || state === "done" || state === "rolled_back") return 100;
  if (totalCount === 0) return 0;
  return Math.min(BEFORE_SWITCH, Math.floor((doneCount / totalCount) * BEFORE_SWITCH));
};

export const fromStartChange = (request: StartChangeRequest): ChangeRequest => ({
  ...request,
  embeddingApiKey: redacted(request.embeddingApiKey),
});
