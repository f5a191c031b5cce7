import { DomainError, limits } from "@quarry/plugin/domain";

/** Maximum size of a file whose writer sets none, in bytes. */
export const DEFAULT_MAX_BYTES = limits.DEFAULT_MAX_UPLOAD_SIZE_MB * limits.BYTES_PER_MB;

export const tooLarge = (maxBytes: number): DomainError => {
  const limit = maxBytes % limits.BYTES_PER_MB === 0 ? `${maxBytes / limits.BYTES_PER_MB} MB` : `${maxBytes} bytes`;
  return new DomainError({ code: "too_large", message: `file: it is larger than the limit of ${limit}` });
};
