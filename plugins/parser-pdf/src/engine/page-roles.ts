import type { Engine } from "./engine.ts";
import type { LineRole } from "./page-text.ts";
import type { Scratch } from "./scratch.ts";

/**
 * Limits of the structure tree's size and depth. Content beyond them is ignored: such a tree is made to keep a parser
 * busy.
 */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 64;

/** Role of a piece of marked content in the structure tree. */
export interface ContentRole {
  readonly role: LineRole;
  /** Number shared by all content of a paragraph, list item or cell. */
  readonly paragraph: number;
}

/** Inline elements. */
const INLINE = new Set(["Span", "Link", "Reference", "Quote", "Code", "Annot", "Em", "Strong", "Sub", "Lbl", "LBody"]);

/** Returns the roles of a page's marked content by its id, or undefined if the page has no usable structure. */
export function readStructureRoles(
  engine: Engine,
  page: number,
  scratch: Scratch,
): ReadonlyMap<number, ContentRole> | undefined {
  const tree = engine.FPDF_StructTree_GetForPage(page);
  if (tree === 0) return undefined;
  try {
    const reader = new RoleReader(engine, scratch);
    const count = Math.min(engine.FPDF_StructTree_CountChildren(tree), MAX_ELEMENTS);
    for (let index = 0; index < count; index++) {
      const child = engine.FPDF_StructTree_GetChildAtIndex(tree, index);
      if (child !== 0) reader.read(child, { role: "body", paragraph: 0 }, 0);
    }
    return reader.roles.size > 0 ? reader.roles : undefined;
  } finally {
    engine.FPDF_StructTree_Close(tree);
  }
}

class RoleReader {
  readonly roles = new Map<number, ContentRole>();
  readonly #engine: Engine;
  readonly #scratch: Scratch;
  #elements = 0;

  constructor(engine: Engine, scratch: Scratch) {
    this.#engine = engine;
    this.#scratch = scratch;
  }

  read(element: number, parent: ContentRole, depth: number): void {
    if (++this.#elements > MAX_ELEMENTS || depth > MAX_DEPTH) return;
    const type = this.#type(element);
    const paragraph = INLINE.has(type) ? parent.paragraph : this.#elements;
    const role = { role: roleOf(type) ?? parent.role, paragraph };
    const count = Math.min(this.#engine.FPDF_StructElement_CountChildren(element), MAX_ELEMENTS);
    for (let index = 0; index < count; index++) {
      const content = this.#engine.FPDF_StructElement_GetChildMarkedContentID(element, index);
      if (content >= 0) this.roles.set(content, role);
      else {
        const child = this.#engine.FPDF_StructElement_GetChildAtIndex(element, index);
        if (child !== 0) this.read(child, role, depth + 1);
      }
    }
  }

  #type(element: number): string {
    return this.#scratch.string((buffer, bytes) => this.#engine.FPDF_StructElement_GetType(element, buffer, bytes));
  }
}

function roleOf(type: string): LineRole | undefined {
  if (/^H[1-6]$/.test(type)) return Number(type[1]);
  if (type === "H" || type === "Title") return 1;
  return type === "Artifact" ? "artifact" : undefined;
}
