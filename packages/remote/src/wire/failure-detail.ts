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

/** A plugin's failure as it is sent; its cause stays where it happened. */
export const failureToSend = ({ reason, message, retryAfterSeconds }: PluginError): ConnectError => {
  const [sent, code] = REASONS[reason];
  const detail = create(PluginFailureSchema, {
    reason: sent,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
  return new ConnectError(message, code, undefined, [{ desc: PluginFailureSchema, value: detail }]);
};

/** Reason for a status without a detail: from a peer that doesn't know our detail, or a proxy. */
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

/** A day: a peer that asks for more time is not to be waited for by pausing. */
const MAX_RETRY_AFTER_SECONDS = 86_400;

/** Returns the failure behind a peer's status: from its detail, else from its code. */
export const receivedFailure = (error: ConnectError): ReceivedFailure => {
  const [detail] = error.findDetails(PluginFailureSchema);
  const reported = Object.entries(REASONS).find(([, [sent]]) => sent === detail?.reason)?.[0];
  const reason = (reported as PluginErrorReason | undefined) ?? MEANINGS[error.code];
  const seconds = detail?.retryAfterSeconds;
  if (seconds === undefined || !(seconds >= 0)) return { reason };
  return { reason, retryAfterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) };
};
