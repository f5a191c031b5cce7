import { composed, describeValue, invalidArgument, limits } from "@quarry/plugin/domain";
import { parentIdOf } from "@quarry/store";

/** Rejects an invalid external id of a document. Throws a `DomainError` that names the field. */
export const checkExternalId = (externalId: string, field = "external_id"): void => {
  if (!externalId.isWellFormed()) {
    throw invalidArgument(`${field}: must be Unicode text without lone surrogates, got ${describeValue(externalId)}`);
  }
  const bytes = Math.max(Buffer.byteLength(externalId), Buffer.byteLength(composed(externalId)));
  if (bytes < 1 || bytes > limits.MAX_EXTERNAL_ID_BYTES) {
    const got = bytes === 0 ? "none" : `${bytes}: ${describeValue(externalId)}`;
    throw invalidArgument(`${field}: must have 1 to ${limits.MAX_EXTERNAL_ID_BYTES} bytes of UTF-8, got ${got}`);
  }
};

/** Also rejects ids reserved for documents that the service makes from attachments. */
export const checkOwnExternalId = (externalId: string): void => {
  checkExternalId(externalId);
  if (parentIdOf(externalId) !== undefined) {
    throw invalidArgument(
      `external_id: must not be of the form attachment:<document id>:<number>, which files within documents have, got ${describeValue(externalId)}`,
    );
  }
};
