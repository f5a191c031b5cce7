/** Bytes retained of the end: `end.json` is at most 1 MiB, plus its header and the blocks after it. */
const TAIL_BYTES = 1_050_624;

const BLOCK = 512;
const NAME = Buffer.from("end.json\0");

interface Items {
  readonly count: number;
  readonly ids: readonly string[];
}

/** Items that an archive declares missing. */
export interface MissingItems {
  readonly originals: Items;
  readonly chunks: Items;
  readonly documents: Items;
  readonly vectors: Items;
  readonly unlisted_vectors: boolean;
}

/** Retains the end of an archive as it streams by. It declares the items that the archive lacks. */
export class ArchiveTail {
  #parts: Uint8Array[] = [];
  #retainedBytes = 0;

  push(segment: Uint8Array): void {
    this.#parts.push(segment);
    this.#retainedBytes += segment.byteLength;
    while (this.#retainedBytes - this.#parts[0]!.byteLength >= TAIL_BYTES)
      this.#retainedBytes -= this.#parts.shift()!.byteLength;
  }

  /** Missing items as sentences. Empty if nothing is missing, or if the stream is not an archive. */
  get lines(): readonly string[] {
    const tail = Buffer.concat(this.#parts);
    for (let at = tail.byteLength - BLOCK; at >= 0; at -= BLOCK) {
      if (tail.subarray(at, at + NAME.byteLength).equals(NAME)) return linesOf(tail.subarray(at));
    }
    return [];
  }
}

/** Offset in the tar header of the size, in octal digits. */
const SIZE_AT = 124;
const SIZE_DIGITS = 11;

const linesOf = (entry: Buffer): readonly string[] => {
  const size = Number.parseInt(entry.toString("latin1", SIZE_AT, SIZE_AT + SIZE_DIGITS), 8);
  try {
    const { lacking } = JSON.parse(entry.toString("utf8", BLOCK, BLOCK + size)) as { readonly lacking?: MissingItems };
    return lacking === undefined ? [] : describeMissing(lacking);
  } catch {
    return [];
  }
};

const describeMissing = ({
  originals,
  chunks,
  documents,
  vectors,
  unlisted_vectors: hasUnlisted,
}: MissingItems): readonly string[] => [
  ...line(originals, "come without their originals"),
  ...line(chunks, "come without their chunks, and are reprocessed after the import"),
  ...line(documents, "are missing"),
  ...line(vectors, "vectors of clients are missing"),
  ...(hasUnlisted ? ["vectors of clients that could not be listed are missing"] : []),
];

const line = ({ count, ids }: Items, text: string): readonly string[] => {
  if (count === 0) return [];
  const rest = count > ids.length ? `, and ${count - ids.length} more` : "";
  return [`${count} ${text}: ${ids.join(", ")}${rest}`];
};
