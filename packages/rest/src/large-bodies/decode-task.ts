import type { BodyKind } from "../intake/large-bodies.ts";
import type { MovedMessage } from "./message-transfer.ts";

/** To the thread: a body that it may read ahead, or has to decode. */
export interface DecodeTask {
  readonly id: number;
  readonly kind: BodyKind;
  /** Where the body arrives; both threads see it. */
  readonly memory: SharedArrayBuffer;
  /** Bytes that have arrived. */
  readonly end: number;
  /** Whether that is all, so that an answer is wanted. */
  readonly isWhole: boolean;
}

/** To the thread: nobody wants this body any more. */
export interface AbandonTask {
  readonly id: number;
  readonly isAbandoned: true;
}

/** From the thread: the message, or why the body was refused. */
export type DecodeAnswer =
  | { readonly id: number; readonly message: MovedMessage }
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly broken: string };
