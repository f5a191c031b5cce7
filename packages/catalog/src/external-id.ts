import { describeValue, invalidArgument, limits } from "@quarry/plugin/domain";

/** Refuses what can't be a caller's own id of a document. Throws a `DomainError` that names the field. */
export const checkExternalId = (externalId: string, field = "external_id"): void => {
  if (!externalId.isWellFormed()) {
    throw invalidArgument(`${field}: must be Unicode text without half characters, got ${describeValue(externalId)}`);
  }
  const bytes = Buffer.byteLength(externalId);
  if (bytes < 1 || bytes > limits.MAX_EXTERNAL_ID_BYTES) {
    const got = bytes === 0 ? "none" : `${bytes}: ${describeValue(externalId)}`;
    throw invalidArgument(`${field}: must have 1 to ${limits.MAX_EXTERNAL_ID_BYTES} bytes of UTF-8, got ${got}`);
  }
};
