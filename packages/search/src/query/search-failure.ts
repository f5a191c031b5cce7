import { DAMAGE_RETRY_AFTER_SECONDS, type PassageIndexError, passageIndexErrorToDomain } from "@quarry/index";
import { DomainError, invalidArgument, unavailable } from "@quarry/plugin/domain";
import type { PluginError } from "@quarry/plugin";

/** Reason why a search failed; `searchFailureToDomain` turns it into the caller's error. */
export type SearchFailure = DomainError | PassageIndexError | PluginError;

/** Converts a failed search to the error that the API caller gets. The log gets the failure itself. */
export const searchFailureToDomain = (failure: SearchFailure): DomainError => {
  switch (failure._tag) {
    case "DomainError":
      return failure;
    case "PassageIndexError":
      return passageIndexErrorToDomain(failure);
    case "PluginError":
      return pluginErrorToDomain(failure);
  }
};

const pluginErrorToDomain = (error: PluginError): DomainError => {
  switch (error.reason) {
    case "unavailable":
    case "rate_limited":
      return unavailable(error.message, error.retryAfterSeconds ?? 1);
    case "damaged":
      return unavailable(error.message, DAMAGE_RETRY_AFTER_SECONDS);
    case "unauthorized":
    case "invalid":
    case "limit":
      return invalidArgument(error.message);
    default:
      return new DomainError({ code: "plugin_fault", message: error.message });
  }
};
