import { type QuarryErrorCode, QuarryError } from "@quarry/client";
import { DomainError, type ErrorCode } from "@quarry/plugin/domain";

/** Fails with what the caller may be told, which is all that the client says: it holds no key and no stack. */
export const telling = async <A>(call: () => Promise<A>): Promise<A> => {
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
