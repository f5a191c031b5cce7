import { type DescField, type DescMessage, getOption } from "@bufbuild/protobuf";
import { float32_array } from "@quarry/api";

/** List of messages with vector fields. */
export interface VectorList {
  readonly list: DescField;
  readonly vectors: readonly DescField[];
}

export const vectorListsOf = (input: DescMessage): readonly VectorList[] =>
  input.fields
    .filter(({ fieldKind }) => fieldKind === "list")
    .map((list) => ({ list, vectors: (list.message?.fields ?? []).filter(isVector) }))
    .filter(({ vectors }) => vectors.length > 0);

const isVector = (field: DescField): boolean => field.fieldKind === "scalar" && getOption(field, float32_array);
