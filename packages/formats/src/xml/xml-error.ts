import { ParserError } from "@quarry/plugin";
import type { TextPosition } from "../text/text-window.ts";

/** Error for text that is not well-formed XML, worded for files written by people. */
export class MalformedXml extends ParserError {
  constructor(message: string) {
    super("corrupt", message);
  }
}

export const malformedXml = (position: TextPosition, problem: string): MalformedXml =>
  new MalformedXml(
    `the file is not well-formed XML: line ${position.line}, column ${position.column}: ${problem}. Correct it and upload it again`,
  );

export const unfinishedXml = (position: TextPosition, within: string): MalformedXml =>
  new MalformedXml(
    `the XML ends too early, in line ${position.line}, within ${within}. The file may be cut off: upload all of it`,
  );
