import { create } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { FailureReason, PluginFailureSchema } from "@quarry/api/plugin";
import type { PluginError, PluginErrorReason } from "@quarry/plugin";

/** Wire form of each reason: the value in the detail, and the status code for peers that don't know the detail. */
const REASONS: Readonly<Record<PluginErrorReason, readonly [FailureReason, Code]>> = {
  unavailable: [FailureReason.UNAVAILABLE, Code.Unavailable],
  rate_limited: [FailureReason.RATE_LIMITED, Code.ResourceExhausted],
  unauthorized: [FailureReason.UNAUTHORIZED, Code.Unauthenticated],
  not_found: [FailureReason.NOT_FOUND, Code.NotFound],
  invalid: [FailureReason.INVALID, Code.InvalidArgument],
  incompatible: [FailureReason.INCOMPATIBLE, Code.FailedPrecondition],
  limit: [FailureReason.LIMIT, Code.OutOfRange],
  damaged: [FailureReason.DAMAGED, Code.DataLoss],
  internal: [FailureReason.INTERNAL, Code.Internal],
};

/** Converts a plugin's failure for sending. Its cause is not sent. */
export const failureToSend = ({ reason, message, retryAfterSeconds }: PluginError): ConnectError => {
  const [sent, code] = REASONS[reason];
  const detail = create(PluginFailureSchema, {
    reason: sent,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
  return new ConnectError(message, code, undefined, [{ desc: PluginFailureSchema, value: detail }]);
};

/** Reasons for statuses without a detail: from a peer that does not support our detail, or from a proxy. */
const MEANINGS: Readonly<Record<Code, PluginErrorReason>> = {
  [Code.Canceled]: "unavailable",
  [Code.Unknown]: "unavailable",
  [Code.InvalidArgument]: "invalid",
  [Code.DeadlineExceeded]: "unavailable",
  [Code.NotFound]: "not_found",
  [Code.AlreadyExists]: "incompatible",
  [Code.PermissionDenied]: "unauthorized",
  [Code.ResourceExhausted]: "rate_limited",
  [Code.FailedPrecondition]: "incompatible",
  [Code.Aborted]: "unavailable",
  [Code.OutOfRange]: "limit",
  [Code.Unimplemented]: "incompatible",
  [Code.Internal]: "internal",
  [Code.Unavailable]: "unavailable",
  [Code.DataLoss]: "internal",
  [Code.Unauthenticated]: "unauthorized",
};

export interface ReceivedFailure {
  readonly reason: PluginErrorReason;
  readonly retryAfterSeconds?: number;
}

/** One day. A longer retry time is not handled by pausing. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Returns the failure for a peer's status: from its detail, or else from its code. */
export const receivedFailure = (error: ConnectError): ReceivedFailure => {
  const [detail] = error.findDetails(PluginFailureSchema);
  const reported = Object.entries(REASONS).find(([, [sent]]) => sent === detail?.reason)?.[0];
  const reason = (reported as PluginErrorReason | undefined) ?? MEANINGS[error.code];
  const seconds = detail?.retryAfterSeconds;
  if (seconds === undefined || !(seconds >= 0)) return { reason };
  return { reason, retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) };
};
