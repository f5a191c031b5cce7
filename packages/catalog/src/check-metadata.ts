import { invalidArgument, type JsonObject, limits } from "@quarry/plugin/domain";

const encoder = new TextEncoder();

/** Rejects metadata that is too large to be copied to every chunk. Throws a `DomainError` that names the field. */
export const checkMetadata = (metadata: JsonObject, field = "metadata"): void => {
  const bytes = encoder.encode(JSON.stringify(metadata)).length;
  if (bytes > limits.MAX_METADATA_BYTES) {
    throw invalidArgument(`${field}: must be at most ${limits.MAX_METADATA_BYTES} bytes of JSON, got ${bytes}`);
  }
};
