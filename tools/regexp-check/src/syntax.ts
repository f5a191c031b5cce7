import { parseAst } from "rolldown/parseAst";

/** A syntax tree node, with the fields used here. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly kind?: string;
  readonly operator?: string;
  readonly value?: unknown;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly id?: Node;
  readonly init?: Node | null;
  readonly declaration?: Node | null;
  readonly declarations?: readonly Node[];
  readonly tag?: Node;
  readonly quasi?: Node;
  readonly quasis?: readonly Node[];
  readonly expressions?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly left?: Node;
  readonly right?: Node;
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly arguments?: readonly Node[];
}

export interface Program {
  readonly body: readonly Node[];
}

export const parse = (source: string, filename: string): Program =>
  parseAst(source, { lang: filename.endsWith("x") ? "tsx" : "ts" }) as unknown as Program;

/** Calls `visit` for every node, in source order. */
export const walk = (part: unknown, visit: (node: Node) => void): void => {
  if (typeof part !== "object" || part === null) return;
  if (Array.isArray(part)) {
    for (const each of part) walk(each, visit);
    return;
  }
  if (typeof (part as Partial<Node>).type === "string") visit(part as Node);
  for (const value of Object.values(part)) walk(value, visit);
};
