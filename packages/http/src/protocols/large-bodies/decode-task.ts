import type { MessagePort } from "node:worker_threads";
import type { BodyKind } from "../intake/large-bodies.ts";
import type { MovedMessage } from "./message-transfer.ts";

/**
 * Body that a thread decodes, and can scan as it arrives. Progress messages are sent through the port; closing the port
 * abandons the body.
 */
export interface DecodeTask {
  readonly kind: BodyKind;
  /** Memory that the body is written to, shared by both threads. */
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

export interface BodyProgress {
  /** Number of bytes that have arrived. */
  readonly end: number;
  /** Whether the body is complete and must be decoded. */
  readonly isWhole: boolean;
}

export interface DecodedBody {
  readonly message: MovedMessage;
  /** Header that reports the request's unknown fields to the caller. */
  readonly ignored: string | undefined;
}

/** Answer of the thread: the message, or the reason why the body was rejected. */
export type DecodeAnswer = DecodedBody | { readonly refused: string } | { readonly broken: string };
