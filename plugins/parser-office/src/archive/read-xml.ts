import { ParserBudget, ParserError, type ParserLimits } from "@quarry/plugin";
import { SaxesParser } from "saxes";
import { type Archive, damaged } from "./archive.ts";

export interface XmlHandlers {
  /** Names come without their prefix; so do those of attributes, except `r:id`, which is `id`. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Streams one XML part through handlers; after each piece it hands out what `take` gives. No entity is expanded. */
export async function* readXml<Item>(
  archive: Archive,
  name: string,
  limits: ParserLimits,
  handlers: XmlHandlers,
  take: () => readonly Item[],
): AsyncGenerator<Item> {
  const parser = createParser(handlers, limits);
  let decoder: TextDecoder | undefined;
  const stream = await archive.stream(name);
  try {
    for await (const bytes of stream as AsyncIterable<Buffer>) {
      decoder ??= new TextDecoder(encodingOf(bytes));
      parser.write(decoder.decode(bytes, { stream: true }));
      yield* take();
    }
    parser.close();
    yield* take();
  } catch (error) {
    throw error instanceof ParserError ? error : damaged(error);
  } finally {
    stream.destroy();
  }
}

/** Reads a small XML part whole. */
export async function readSmallXml(
  archive: Archive,
  name: string,
  limits: ParserLimits,
  handlers: XmlHandlers,
): Promise<void> {
  for await (const nothing of readXml(archive, name, limits, handlers, () => [])) void nothing;
}

function createParser(handlers: XmlHandlers, limits: ParserLimits): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const budget = new ParserBudget(limits);
  let depth = 0;
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("doctype", () => {
    throw new ParserError("corrupt", "the file holds a document type definition, which Office files never do");
  });
  parser.on("opentag", (tag) => {
    budget.checkNesting(++depth);
    handlers.open?.(localName(tag.name), localAttributes(tag.attributes as Record<string, string>));
  });
  parser.on("closetag", (tag) => {
    depth--;
    handlers.close?.(localName(tag.name));
  });
  if (handlers.text !== undefined) {
    parser.on("text", handlers.text);
    parser.on("cdata", handlers.text);
  }
  return parser;
}

const localName = (name: string): string => {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
};

function localAttributes(attributes: Record<string, string>): Record<string, string> {
  for (const name in attributes) {
    const colon = name.indexOf(":");
    if (colon > 0) attributes[name.slice(colon + 1)] ??= attributes[name]!;
  }
  return attributes;
}

/** Office writes UTF-8; the standard also allows UTF-16, which its byte-order mark shows. */
function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  return head[0] === 0xfe && head[1] === 0xff ? "utf-16be" : "utf-8";
}
