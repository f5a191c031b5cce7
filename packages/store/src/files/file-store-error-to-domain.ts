import { DomainError, invalidArgument, notFound, unavailable } from "@quarry/plugin/domain";
import type { FileStoreError } from "./file-store-error.ts";

/** Maps to the error for API callers: without paths, and as 503 if a retry can help. */
export const fileStoreErrorToDomain = (error: FileStoreError): DomainError => {
  switch (error.reason) {
    case "not_found":
      return notFound("the document's file does not exist");
    case "aborted":
      return invalidArgument("file: the upload ended before the whole file had come");
    case "no_space":
      return unavailable("the service has no disk space left for files", 30);
    case "read_only":
      return unavailable("the service can't write to its file storage: it is read-only, or not its own", 30);
    case "unavailable":
      return unavailable("the service's file storage is not available at the moment", 2);
    case "invalid_key":
      return new DomainError({ code: "internal", message: "a file was requested with an id that is not a UUID" });
  }
};
