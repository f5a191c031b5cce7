import { type QuarryErrorCode, QuarryError } from "@quarry/client";
import { DomainError, type ErrorCode } from "@quarry/plugin/domain";

/**
 * Fails with the message that the caller may see, which is all that the client reports: it contains no key and no stack
 * trace.
 */
export const reportingFailure = async <A>(call: () => Promise<A>): Promise<A> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof QuarryError) throw new DomainError({ code: codeOf(error.code), message: error.message });
    throw error;
  }
};

const codeOf = (code: QuarryErrorCode): ErrorCode => {
  switch (code) {
    case "rate_limited":
      return "resource_exhausted";
    case "timeout":
    case "network":
    case "cancelled":
      return "unavailable";
    case "document_failed":
      return "conflict";
    default:
      return code;
  }
};
