import { type Archive, decoderFor } from "@quarry/formats/zip";
import { ParserBudget, ParserError, type ParserLimits } from "@quarry/plugin";
import { Parser } from "htmlparser2";

/** Maximum size: a package file lists some thousand chapters and pictures. A larger file is not one. */
const MAX_BYTES = 16_777_216;

export interface XmlElement {
  /** Local name, without prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Text content, up to 10,000 characters. */
  readonly text: string;
}

const MAX_TEXT = 10_000;

/**
 * Reads a small XML part and returns each element when it is closed. Entities of the document type are not expanded.
 */
export async function xmlElements(
  archive: Archive,
  name: string,
  limits: ParserLimits,
): Promise<readonly XmlElement[]> {
  if (archive.bytesOf(name) > MAX_BYTES) {
    throw new ParserError("limit", `the book's ${name} has more than ${MAX_BYTES} bytes`);
  }
  const budget = new ParserBudget(limits);
  const found: XmlElement[] = [];
  const open: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const parser = new Parser(
    {
      onopentag: (qualified, attributes) => {
        open.push({ name: localName(qualified), attributes, text: "" });
        budget.checkNesting(open.length);
      },
      ontext: (text) => {
        const element = open.at(-1);
        if (element !== undefined && element.text.length < MAX_TEXT) element.text += text.slice(0, MAX_TEXT);
      },
      onclosetag: () => {
        const element = open.pop();
        if (element !== undefined) found.push(element);
      },
    },
    { xmlMode: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const bytes of archive.chunks(name)) {
    decoder ??= decoderFor(bytes);
    parser.write(decoder.decode(bytes, { stream: true }));
  }
  parser.end();
  return found;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);
