/** Maximum bytes of a term: longer ones are replaced by a digest. */
const MAX_WORD_BYTES = 1_024;
/** Maximum number of elements of an array: the server's limit. */
export const MAX_ARRAY_LENGTH = 4_096;

export const textField = (maxBytes: number) => ({ data_type: "VarChar", max_length: maxBytes }) as const;

export const textsField = (maxBytes: number) =>
  ({
    data_type: "Array",
    element_type: "VarChar",
    max_capacity: MAX_ARRAY_LENGTH,
    max_length: maxBytes,
  }) as const;

/** Fields for filters. */
export const VALUE_FIELDS = [
  { name: "facts", ...textsField(MAX_WORD_BYTES) },
  { name: "numbers", data_type: "JSON" },
] as const;
