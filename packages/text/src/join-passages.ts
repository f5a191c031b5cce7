/** Text of a chunk, with its position. */
export interface TextPart {
  readonly text: string;
  /** Metadata with `start_char` and `end_char`, the range in the document's text, if known. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Text that a chunk adds to the previous ones. */
export interface JoinedPart {
  /** White space before it; empty for the first chunk. */
  readonly gap: string;
  /** Text of the chunk without its overlap with the previous one. */
  readonly text: string;
}

/** Joins neighbouring chunks of a document into one text, without their overlap. */
export const joinPassages = (passages: readonly TextPart[]): string => {
  const joiner = new PassageJoiner();
  return passages
    .map((passage) => {
      const { gap, text } = joiner.add(passage);
      return gap + text;
    })
    .join("");
};

/** Joins chunks of one document incrementally, in their order. */
export class PassageJoiner {
  #isFirst = true;
  #end: number | undefined;

  add(passage: TextPart): JoinedPart {
    const isFirst = this.#isFirst;
    const end = this.#end;
    const [start, stop] = rangeOf(passage);
    this.#isFirst = false;
    this.#end = stop === undefined ? end : Math.max(end ?? 0, stop);
    if (end === undefined || start === undefined) return { gap: isFirst ? "" : "\n\n", text: passage.text };
    const body = withoutHeader(passage);
    return start < end ? { gap: "", text: body.slice(end - start) } : { gap: whiteSpace(start - end), text: body };
  }
}

/** Returns the chunk's text without the repeated table header, which the offsets don't cover. */
export const withoutHeader = (passage: TextPart): string => {
  const [start, stop] = rangeOf(passage);
  if (start === undefined || stop === undefined) return passage.text;
  return passage.text.slice(Math.max(0, passage.text.length - (stop - start)));
};

/** Returns the white space between two chunks: its length is known, its characters are not. */
export const whiteSpace = (length: number): string => {
  if (length === 0) return "";
  return length === 1 ? "\n" : `\n\n${" ".repeat(length - 2)}`;
};

const rangeOf = ({ metadata }: TextPart): [start: number, stop: number] | [undefined, undefined] => {
  const { start_char: start, end_char: stop } = metadata;
  return typeof start === "number" && typeof stop === "number" ? [start, stop] : [undefined, undefined];
};
