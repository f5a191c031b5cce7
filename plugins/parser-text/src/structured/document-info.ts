import { cleanLine, type ParsedDocumentInfo, type ParserEvent } from "@quarry/plugin";

/** Containers of the document's own metadata. Such elements elsewhere describe something else. */
const INFO_CONTAINERS = new Set(
  (
    "info articleinfo bookinfo docinfo metadata meta head header front front-matter frontmatter article-meta " +
    "title-group titlegroup teiheader filedesc titlestmt profiledesc langusage publicationstmt channel prolog " +
    "us-bibliographic-data-grant us-bibliographic-data-application properties document-info dublincore dc description " +
    "contrib-group authorgroup author-group critdates"
  ).split(" "),
);
const MAX_DEPTH = 8;
const MAX_VALUE_CHARACTERS = 500;

type Field = "title" | "author" | "createdAt" | "language";

const FIELDS: Readonly<Record<string, Field>> = {
  title: "title",
  "article-title": "title",
  "invention-title": "title",
  author: "author",
  creator: "author",
  authors: "author",
  created: "createdAt",
  created_at: "createdAt",
  createdat: "createdAt",
  date: "createdAt",
  pubdate: "createdAt",
  issued: "createdAt",
  published: "createdAt",
  date_created: "createdAt",
  datecreated: "createdAt",
  language: "language",
  lang: "language",
};

/** Collects title, author, date and language from a document's metadata. The first of each counts. */
export class DocumentInfo {
  readonly #found = new Map<Field, string>();

  /**
   * Checks a named value within `containers`, the outermost first. The first `rootDepth` of them can have any name; the
   * others must be metadata containers.
   */
  add(containers: readonly { readonly name: string }[], rootDepth: number, name: string, text: () => string): void {
    if (containers.length > MAX_DEPTH || containers.length < rootDepth) return;
    // Fast path, because this is called for every value of the file: most are in some record.
    if (containers.length > rootDepth && !isInfoContainer(containers.at(-1)!)) return;
    const field = FIELDS[name] ?? FIELDS[name.toLowerCase()];
    if (field === undefined || this.#found.has(field)) return;
    if (!containers.slice(rootDepth).every(isInfoContainer)) return;
    const value = valueOf(field, text());
    if (value !== undefined) this.#found.set(field, value);
  }

  /** Sets the language of the root element, unless one is known. */
  addLanguage(language: string): void {
    const value = valueOf("language", language);
    if (value !== undefined && !this.#found.has("language")) this.#found.set("language", value);
  }

  *events(): Generator<ParserEvent> {
    if (this.#found.size === 0) return;
    yield { type: "info", info: Object.fromEntries(this.#found) as ParsedDocumentInfo };
  }
}

const isInfoContainer = ({ name }: { readonly name: string }): boolean =>
  name !== "" && INFO_CONTAINERS.has(name.toLowerCase());

function valueOf(field: Field, text: string): string | undefined {
  const value = cleanLine(text.slice(0, MAX_VALUE_CHARACTERS));
  if (value === "") return undefined;
  if (field === "language") return /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{2,8})*$/.test(value) ? value : undefined;
  if (field !== "createdAt") return value;
  if (!/^\d{4}|[A-Za-z]{3}/.test(value)) return undefined;
  const time = Date.parse(value.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
