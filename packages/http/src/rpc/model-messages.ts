import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type LocalModelSchema, type ModelUseSchema, ModelUseState, PluginKind } from "@quarry/api";
import type { LocalModel, ModelUse } from "@quarry/catalog";
import { contractEnum } from "./contract-enum.ts";

const STATES = contractEnum(ModelUseState).byName;
const KINDS = contractEnum(PluginKind).byName;

export const toLocalModel = ({ kind, ...model }: LocalModel): MessageInitShape<typeof LocalModelSchema> => ({
  ...model,
  ...(kind !== undefined && { kind: KINDS[kind] }),
});

export const toModelUse = (use: ModelUse): MessageInitShape<typeof ModelUseSchema> => ({
  ...use,
  state: STATES[use.state],
  cost: use.cost && {
    ...use.cost,
    documents: BigInt(use.cost.documents),
    passages: BigInt(use.cost.passages),
    diskBytes: BigInt(use.cost.diskBytes),
  },
  warnings: [...use.warnings],
  problems: [...use.problems],
  startedAt: timestampFromMs(use.startedAt),
});
