import {
  cleanLine,
  cleanText,
  isCleanLine,
  type DecodedTextFile,
  type ParserBudget,
  ParserError,
  type ParserEvent,
} from "@quarry/plugin";
import { warningEvents } from "../open-text.ts";
import { BlockSink } from "../structured/block-sink.ts";
import { leafNode } from "../structured/data-node.ts";
import { DocumentInfo } from "../structured/document-info.ts";
import { PLAIN_SHAPE, StructureBuilder } from "../structured/structure-builder.ts";
import type { TextSettings } from "../text-settings.ts";
import { JsonTokenizer } from "./json-tokenizer.ts";

/** Longer names are truncated. */
const MAX_NAME_CHARACTERS = 200;
/** Beginning of a JSON text. A text with another beginning is not JSON. */
const VALUE_START = /^\s*(?:[[{"\d-]|\/[/*]|true|false|null|NaN|Infinity|$)/;

/** Parses JSON or JSON Lines: named values, complete records, and lists of similar records as tables. */
export async function* parseJson(
  open: () => Promise<DecodedTextFile>,
  budget: ParserBudget,
  settings: TextSettings,
): AsyncGenerator<ParserEvent> {
  const file = await open();
  yield* warningEvents(file.warnings);
  const sink = new BlockSink(budget, settings.maxBlockCharacters);
  const info = new DocumentInfo();
  const builder = new StructureBuilder(sink, PLAIN_SHAPE);
  // The values of JSON Lines are items of a list. A single value is the document itself.
  builder.open("", true);
  let key = "";
  const takeKey = (): string => {
    const name = key;
    key = "";
    return name;
  };
  const tokenizer = new JsonTokenizer(
    {
      open: (isList) => builder.open(takeKey(), isList),
      close: () => {
        key = "";
        builder.close();
      },
      key: (name) => {
        key = shortName(name);
      },
      value: (raw) => {
        const text = isCleanLine(raw) ? raw : cleanText(raw);
        const name = builder.innermost!.isList ? "" : key;
        // Fields of a root object are two levels below the list of values.
        if (name !== "") info.add(builder.containers, 2, name, () => text);
        builder.add(leafNode(name, text));
      },
    },
    budget,
  );
  let isFirst = true;
  for await (const chunk of file.chunks()) {
    if (isFirst && !VALUE_START.test(chunk)) throw notJson(chunk);
    isFirst = false;
    tokenizer.write(chunk);
    builder.nextChunk();
    for (const event of sink.take()) yield event;
  }
  tokenizer.end();
  builder.end();
  yield* sink.take();
  yield* info.events();
}

const shortName = (name: string): string => cleanLine(name.slice(0, MAX_NAME_CHARACTERS));

const notJson = (beginning: string): ParserError =>
  new ParserError(
    "wrong_type",
    `the file is ${/^\s*</.test(beginning) ? "XML or an HTML page" : "plain text"}, not JSON: rename it to its real type and upload it again`,
  );
