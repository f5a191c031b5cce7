import { Code, ConnectError } from "@connectrpc/connect";
import { receivedFailure } from "../wire/failure-detail.ts";
import { WireError } from "../wire/wire-error.ts";
import { PeerFailure } from "./peer-failure.ts";

/** Context of a failed call, for its error message. */
export interface FailedCall {
  /** Host and port, preceded by the peer's name once it is known. */
  readonly peer: string;
  readonly timeoutSeconds: number;
  /** Whether the connection still responds. */
  readonly isAlive: () => Promise<boolean>;
}

/** Returns the failure for any value thrown by a call to a peer. */
export const explainFailure = async (error: unknown, call: FailedCall): Promise<PeerFailure> => {
  const known = inChain(error, (cause) => cause instanceof PeerFailure);
  if (known instanceof PeerFailure) return known;
  if (error instanceof WireError) return garbage(call, error.message);
  if (!(error instanceof ConnectError)) {
    return new PeerFailure("internal", `the call of ${call.peer} failed: ${String(error)}`, { cause: error });
  }
  if (error.code === Code.DeadlineExceeded) return timedOut(call);
  // Sent by the peer, or by a proxy in front of it.
  if (error.isWireError || /^HTTP \d{3}$/.test(error.rawMessage)) return statusFailure(call, error);
  if (error.code === Code.ResourceExhausted && error.rawMessage.includes("writeMaxBytes")) {
    return new PeerFailure("invalid", `the request is larger than ${call.peer} takes: ${error.rawMessage}`);
  }
  if (isLost(error) || !(await call.isAlive())) {
    return new PeerFailure("unavailable", `the connection to ${call.peer} was lost during the call`, { cause: error });
  }
  return garbage(call, error.rawMessage);
};

export const timedOut = ({ peer, timeoutSeconds }: Pick<FailedCall, "peer" | "timeoutSeconds">): PeerFailure =>
  new PeerFailure("unavailable", `${peer} did not answer within ${timeoutSeconds} s (setting timeoutSeconds)`);

/** Maximum number of characters shown of a peer's message. */
const MAX_MESSAGE_LENGTH = 500;

const statusFailure = ({ peer }: FailedCall, error: ConnectError): PeerFailure => {
  const { reason, retryAfterSeconds } = receivedFailure(error);
  const text = error.rawMessage
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, MAX_MESSAGE_LENGTH)
    .toWellFormed();
  const message = text === "" ? `failed without a message (${Code[error.code]})` : text;
  return new PeerFailure(reason, `${peer}: ${message}`, {
    cause: error,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
};

const garbage = ({ peer }: FailedCall, problem: string): PeerFailure =>
  new PeerFailure("incompatible", `${peer} violates the contract: ${problem.slice(0, MAX_MESSAGE_LENGTH)}`);

/** Whether the operating system or HTTP/2 ended the stream. */
const isLost = (error: ConnectError): boolean =>
  error.rawMessage.startsWith("http/2 stream closed") ||
  inChain(error, (cause) => typeof (cause as NodeJS.ErrnoException).code === "string") !== undefined;

const inChain = (error: unknown, matches: (cause: object) => boolean): object | undefined => {
  const seen = new Set<unknown>();
  for (let cause = error; typeof cause === "object" && cause !== null && !seen.has(cause);) {
    if (matches(cause)) return cause;
    seen.add(cause);
    cause = (cause as { readonly cause?: unknown }).cause;
  }
  return undefined;
};
