import { ParserError } from "@quarry/plugin";
import type { TextPosition } from "../structured/text-window.ts";

export const malformedXml = (position: TextPosition, problem: string): ParserError =>
  new ParserError(
    "corrupt",
    `the file is not well-formed XML: line ${position.line}, column ${position.column}: ${problem}. Correct it and upload it again`,
  );

export const unfinishedXml = (position: TextPosition, within: string): ParserError =>
  new ParserError(
    "corrupt",
    `the XML ends too early, in line ${position.line}, within ${within}. The file may be cut off: upload all of it`,
  );
