import { inGroup, type HostileFile } from "./hostile-file.ts";
import { FRAMES, OFFICE_TYPES, officeFileWith, type OfficeType, TEXT_PARTS, textElement } from "./office-parts.ts";

/** Ten levels of ten: the last entity would be ten thousand million words. */
const LAUGHS = Array.from({ length: 11 }, (_, level) => {
  const value = level === 0 ? "hahaha" : `&l${level - 1};`.repeat(10);
  return `<!ENTITY l${level} "${value}">`;
}).join("");

/** One long entity, used often: grows with the square of the file. */
const QUADRATIC = `<!ENTITY q "${"hahaha ".repeat(20_000)}">`;

const PASSWORDS = "/root:.*:0:0/";

interface Trick {
  readonly what: string;
  readonly declarations: string;
  readonly text: string;
}

const TRICKS: readonly Trick[] = [
  { what: "billion laughs", declarations: LAUGHS, text: "&l10;" },
  { what: "a long entity used 20,000 times", declarations: QUADRATIC, text: "&q;".repeat(20_000) },
  {
    what: "an external entity that is a file",
    declarations: '<!ENTITY x SYSTEM "file:///etc/passwd">',
    text: "before &x; behind",
  },
  {
    what: "an external entity that is a web address",
    declarations: '<!ENTITY x SYSTEM "http://127.0.0.1:9/secret">',
    text: "before &x; behind",
  },
  {
    what: "a parameter entity from outside",
    declarations: '<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;',
    text: "before behind",
  },
  {
    what: "entities that name each other in a circle",
    declarations: '<!ENTITY a "&b;"><!ENTITY b "&a;">',
    text: "&a;",
  },
];

/** Neither the words of a bomb in number, nor what stands in a file of the machine. */
const FORBIDDEN = new RegExp(`${PASSWORDS.slice(1, -1)}|(?:hahaha\\s*){1000}`);

const officeTrick = (fileType: OfficeType, { declarations, text }: Trick): Uint8Array => {
  const [start, end] = FRAMES[fileType];
  const root = /^<([\w:]+)/.exec(start)![1]!;
  return officeFileWith(fileType, {
    [TEXT_PARTS[fileType]]: `<!DOCTYPE ${root} [${declarations}]>${start}${textElement(fileType, text)}${end}`,
  });
};

const filesOf = (trick: Trick): Omit<HostileFile, "group">[] => [
  {
    what: `xml with ${trick.what}`,
    filename: "entity.xml",
    make: () =>
      Buffer.from(
        `<?xml version="1.0"?><!DOCTYPE r [${trick.declarations}]><r><p>Before it.</p><p>${trick.text}</p></r>`,
      ),
    ends: "either",
    forbidden: FORBIDDEN,
    quick: true,
  },
  {
    what: `html with ${trick.what}`,
    filename: "entity.html",
    make: () => Buffer.from(`<!DOCTYPE html [${trick.declarations}]><p>Before it.</p><p>${trick.text}</p>`),
    ends: "either",
    forbidden: new RegExp(PASSWORDS.slice(1, -1)),
    quick: true,
  },
  ...OFFICE_TYPES.map((fileType) => ({
    what: `${fileType} with ${trick.what}`,
    filename: `entity.${fileType}`,
    make: () => officeTrick(fileType, trick),
    ends: "either" as const,
    forbidden: FORBIDDEN,
    quick: true,
  })),
];

/** Entities that grow or reach outside; none may be expanded. */
export const entities = inGroup("entities", TRICKS.flatMap(filesOf));
