import { ParserError } from "@quarry/plugin";
import type { TextPosition } from "@quarry/formats/text";

export const invalidJson = (position: TextPosition, problem: string): ParserError =>
  new ParserError(
    "corrupt",
    `the file is not valid JSON: line ${position.line}, column ${position.column}: ${problem}. Correct it and upload it again`,
  );

export const unfinishedJson = (position: TextPosition, missing: string): ParserError =>
  new ParserError(
    "corrupt",
    `the JSON ends too early, in line ${position.line}: ${missing} is missing. The file may be cut off: upload all of it`,
  );
