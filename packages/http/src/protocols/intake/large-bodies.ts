import type { Message } from "@bufbuild/protobuf";
import type { BodySink } from "../http/read-body.ts";
import type { WireFormat } from "./wire-decoder.ts";

/** Description of a method's request body that is sufficient to decode it in any thread. */
export interface BodyKind {
  /** Type name of the request message. */
  readonly typeName: string;
  /** Format: `rest` is the contract's own JSON, the others are Protobuf's. */
  readonly format: "rest" | WireFormat;
  /** Fields that are not read from the body, because the path contains them. */
  readonly pathFields: readonly string[];
  /** Maximum number of keys and values. */
  readonly maxValues: number;
}

/** Decodes large bodies in another thread, so that they don't block the event loop. */
export interface LargeBodies {
  /** Minimum body size, in bytes, for decoding here. */
  readonly fromBytes: number;
  /** Opens a sink for a body of at most `size` bytes. */
  open(kind: BodyKind, size: number): LargeBody;
}

/** Large body that is being received. */
export interface LargeBody extends BodySink {
  /** Returns the message once everything is written. Rejects with the same errors as decoding on the main thread. */
  decode(): Promise<Message>;
}
