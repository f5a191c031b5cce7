import {
  FRAMES,
  OFFICE_TYPES,
  officeFileWith,
  type OfficeType,
  TEXT_PARTS,
  textElement,
} from "../makers/office-parts.ts";
import { either, type HostileFile, PASSWORDS, withoutText } from "./hostile-file.ts";

/** Ten levels of ten: the last entity would expand to ten thousand million words. */
const LAUGHS = Array.from({ length: 11 }, (_, level) => {
  const value = level === 0 ? "hahaha" : `&l${level - 1};`.repeat(10);
  return `<!ENTITY l${level} "${value}">`;
}).join("");

/** Entity declarations used as attacks, and the text that refers to them. */
const TRICKS: readonly (readonly [what: string, declarations: string, text: string])[] = [
  ["billion laughs", LAUGHS, "&l10;"],
  // Grows quadratically with the size of the file.
  ["a long entity used 20,000 times", `<!ENTITY q "${"hahaha ".repeat(20_000)}">`, "&q;".repeat(20_000)],
  ["an external entity that is a file", '<!ENTITY x SYSTEM "file:///etc/passwd">', "before &x; behind"],
  ["an external entity that is a web address", '<!ENTITY x SYSTEM "http://127.0.0.1:9/secret">', "before &x; behind"],
  ["a parameter entity from outside", '<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;', "before behind"],
  ["entities that name each other in a circle", '<!ENTITY a "&b;"><!ENTITY b "&a;">', "&a;"],
];

const officeTrick = (fileType: OfficeType, declarations: string, text: string): Uint8Array => {
  const [start, end] = FRAMES[fileType];
  const root = /^<([\w:]+)/.exec(start)![1]!;
  return officeFileWith(fileType, {
    [TEXT_PARTS[fileType]]: `<!DOCTYPE ${root} [${declarations}]>${start}${textElement(fileType, text)}${end}`,
  });
};

/** Entities that expand or refer to external files; none may be expanded. */
export const entities: readonly HostileFile[] = TRICKS.flatMap(([what, declarations, text]) => [
  // Matches many words of a bomb, or the content of a file of the machine.
  ...withoutText(new RegExp(`${PASSWORDS.source}|(?:hahaha\\s*){1000}`), [
    either(
      `xml with ${what}`,
      () => `<?xml version="1.0"?><!DOCTYPE r [${declarations}]><r><p>Before it.</p><p>${text}</p></r>`,
    ),
    ...OFFICE_TYPES.map((fileType) =>
      either(`${fileType} with ${what}`, () => officeTrick(fileType, declarations, text)),
    ),
  ]),
  ...withoutText(PASSWORDS, [
    either(`html with ${what}`, () => `<!DOCTYPE html [${declarations}]><p>Before it.</p><p>${text}</p>`),
  ]),
]);
