import type { MessagePort } from "node:worker_threads";
import type { BodyKind } from "../intake/large-bodies.ts";
import type { MovedMessage } from "./message-transfer.ts";

/** A body that a thread may read ahead, and has to decode. What arrives is told through the port; its end gives the body up. */
export interface DecodeTask {
  readonly kind: BodyKind;
  /** Where the body arrives; both threads see it. */
  readonly memory: SharedArrayBuffer;
  readonly port: MessagePort;
}

export interface BodyProgress {
  /** Bytes that have arrived. */
  readonly end: number;
  /** Whether that is all, so that an answer is wanted. */
  readonly isWhole: boolean;
}

export interface DecodedBody {
  readonly message: MovedMessage;
  /** Header that reports the request's unknown fields to the caller. */
  readonly ignored: string | undefined;
}

/** From the thread: the message, or why the body was refused. */
export type DecodeAnswer = DecodedBody | { readonly refused: string } | { readonly broken: string };
