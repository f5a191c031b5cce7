/** To the thread: one body to decode. */
export interface DecodeTask {
  readonly id: number;
  readonly typeName: string;
  readonly bytes: Uint8Array;
  readonly pathFields: readonly string[];
}

/** From the thread: the message in binary form, or why the body was refused. */
export type DecodeAnswer =
  | { readonly id: number; readonly binary: Uint8Array }
  | { readonly id: number; readonly refused: string }
  | { readonly id: number; readonly broken: string };
