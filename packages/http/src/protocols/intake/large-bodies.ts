import type { Message } from "@bufbuild/protobuf";
import type { BodySink } from "../http/read-body.ts";
import type { WireFormat } from "./wire-decoder.ts";

/** Description of a method's request body that is enough to decode it in any thread. */
export interface BodyKind {
  /** Of the request message. */
  readonly typeName: string;
  /** `rest` is the contract's own JSON, the others are Protobuf's. */
  readonly format: "rest" | WireFormat;
  /** Fields that are not read from the body, because the path carries them. */
  readonly pathFields: readonly string[];
  /** Most keys and values. */
  readonly maxValues: number;
}

/** Decodes large bodies elsewhere, so that they don't block the event loop. */
export interface LargeBodies {
  /** Bodies of at least this many bytes are handed over. */
  readonly fromBytes: number;
  /** Takes in a body of at most `size` bytes. */
  open(kind: BodyKind, size: number): LargeBody;
}

/** A large body on its way. */
export interface LargeBody extends BodySink {
  /** When all is written: the message. Rejects with the same errors as decoding it here would. */
  decode(): Promise<Message>;
}
