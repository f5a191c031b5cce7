import { attribute, type XmlAttributes } from "../archive/read-xml.ts";

interface Node {
  readonly name: string;
  text: string;
  /** The node's operands by role (`num`, `sup`, `e`, ...), in order. */
  readonly operands: { readonly role: string; readonly text: string }[];
  readonly properties: Map<string, string>;
}

const OPERANDS = new Set(["num", "den", "e", "sup", "sub", "deg", "fName", "lim", "mr"]);
const PROPERTIES = new Set(["chr", "begChr", "endChr", "sepChr"]);

/** Writes an Office equation as a line of text: `x=(-b±√(b^2-4ac))/(2a)`. */
export class EquationText {
  readonly #root = nodeOf("oMath");
  readonly #nodes: Node[] = [this.#root];

  get result(): string {
    return this.#root.text;
  }

  text(text: string): void {
    this.#top.text += text;
  }

  /** Handles an element's start and returns the function for its end. */
  open(name: string, attributes: XmlAttributes): () => void {
    // Properties contain the character of an operator: <d><dPr><begChr/></dPr>.
    if (PROPERTIES.has(name)) this.#nodes.at(-2)?.properties.set(name, attribute(attributes, "val") ?? "");
    this.#nodes.push(nodeOf(name));
    return () => this.#close();
  }

  #close(): void {
    const node = this.#nodes.pop()!;
    const text = (WRITERS[node.name] ?? plainText)(node);
    if (OPERANDS.has(node.name)) this.#top.operands.push({ role: node.name, text });
    else this.#top.text += text;
  }

  get #top(): Node {
    return this.#nodes.at(-1)!;
  }
}

const nodeOf = (name: string): Node => ({ name, text: "", operands: [], properties: new Map() });

const operand = (node: Node, role: string): string => node.operands.find((one) => one.role === role)?.text ?? "";
const all = (node: Node): string[] => node.operands.map(({ text }) => text);

/** Adds brackets to text that would otherwise read as several terms. */
const term = (text: string): string => (/^[\p{L}\p{N}.]*$/u.test(text) ? text : `(${text})`);
const script = (sign: string, text: string): string => (text === "" ? "" : sign + term(text));

/** Text of a node without a notation of its own, followed by its operands. */
const plainText = (node: Node): string => node.text + all(node).join("");

const WRITERS: Readonly<Record<string, (node: Node) => string>> = Object.assign(Object.create(null), {
  f: (node: Node) => `${term(operand(node, "num"))}/${term(operand(node, "den"))}`,
  sSup: withScripts,
  sSub: withScripts,
  sSubSup: withScripts,
  sPre: (node: Node) => script("_", operand(node, "sub")) + script("^", operand(node, "sup")) + operand(node, "e"),
  rad: (node: Node) => `${operand(node, "deg")}√${term(operand(node, "e"))}`,
  nary: (node: Node) =>
    `${node.properties.get("chr") ?? "∫"}${script("_", operand(node, "sub"))}${script("^", operand(node, "sup"))} ${operand(node, "e")}`,
  limLow: (node: Node) => operand(node, "e") + script("_", operand(node, "lim")),
  limUpp: (node: Node) => operand(node, "e") + script("^", operand(node, "lim")),
  func: (node: Node) =>
    `${operand(node, "fName")}${/^[([{|]/.test(operand(node, "e")) ? "" : " "}${operand(node, "e")}`,
  d: (node: Node) =>
    (node.properties.get("begChr") ?? "(") +
    all(node).join(node.properties.get("sepChr") ?? "|") +
    (node.properties.get("endChr") ?? ")"),
  m: (node: Node) => `[${all(node).join("; ")}]`,
  mr: (node: Node) => all(node).join(", "),
  eqArr: (node: Node) => all(node).join("; "),
} satisfies Record<string, (node: Node) => string>);

function withScripts(node: Node): string {
  return operand(node, "e") + script("_", operand(node, "sub")) + script("^", operand(node, "sup"));
}
