/** A chunk, as far as its text goes. */
export interface TextPart {
  readonly text: string;
  /** With `start_char` and `end_char`, the place in the document's text, where it is known. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Neighbouring chunks of one document as one text, in which what they share stands once. */
export const joinPassages = (passages: readonly TextPart[]): string => {
  let joined = "";
  let end: number | undefined;
  for (const passage of passages) {
    const [start, stop] = [offset(passage, "start_char"), offset(passage, "end_char")];
    if (end === undefined || start === undefined || stop === undefined) {
      joined += joined === "" ? passage.text : `\n\n${passage.text}`;
    } else {
      // Where a table goes on, its header stands in front of what the offsets cover; it was there before.
      const body = passage.text.slice(Math.max(0, passage.text.length - (stop - start)));
      joined += start < end ? body.slice(end - start) : separator(start - end) + body;
    }
    end = stop === undefined ? end : Math.max(end ?? 0, stop);
  }
  return joined;
};

/** White space that stood between two chunks; which, the chunks don't tell. */
const separator = (length: number): string => {
  if (length === 0) return "";
  return length === 1 ? "\n" : "\n\n";
};

const offset = ({ metadata }: TextPart, field: "start_char" | "end_char"): number | undefined => {
  const value = metadata[field];
  return typeof value === "number" ? value : undefined;
};
