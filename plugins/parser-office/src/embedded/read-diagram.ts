import type { ParsedBlock } from "@quarry/plugin";
import { readSmallXml, type XmlAttributes, type XmlHandlers } from "../archive/read-xml.ts";
import { tidyText } from "../flow/tidy-text.ts";
import type { OfficeInput } from "../office-input.ts";

/** Real diagrams have a few dozen boxes. */
const MAX_BOXES = 10_000;

/** Returns the text of a diagram (SmartArt): its boxes in depth-first order of their tree. */
export async function readDiagram(input: OfficeInput, part: string): Promise<ParsedBlock[]> {
  const reader = new DiagramReader();
  await readSmallXml(input.archive, part, input.limits, reader.handlers);
  const blocks = reader.texts().map((text): ParsedBlock => ({ kind: "list_item", text }));
  for (const { text } of blocks) input.budget.spendText(text.length);
  return blocks;
}

interface Box {
  text: string;
  readonly children: { readonly order: number; readonly id: string }[];
  isChild: boolean;
}

class DiagramReader {
  readonly #boxes = new Map<string, Box>();
  #box: Box | undefined;
  #isText = false;

  readonly handlers: XmlHandlers = {
    open: (name, attributes) => {
      if (name === "pt") this.#openBox(attributes["modelId"] ?? "");
      else if (name === "cxn") this.#connect(attributes);
      else if (name === "t") this.#isText = true;
    },
    text: (text) => {
      if (this.#isText && this.#box !== undefined) this.#box.text += text;
    },
    close: (name) => {
      this.#isText = false;
      if (name === "p" && this.#box !== undefined) this.#box.text += "\n";
      else if (name === "pt") this.#box = undefined;
    },
  };

  texts(): string[] {
    const texts: string[] = [];
    const seen = new Set<string>();
    const roots = [...this.#boxes].filter(([, box]) => !box.isChild).map(([id]) => id);
    // Boxes in a cycle have no root and come last.
    const stack = [...roots, ...this.#boxes.keys()].toReversed();
    for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
      const box = this.#boxes.get(id);
      if (box === undefined || seen.has(id)) continue;
      seen.add(id);
      const text = tidyText(box.text);
      if (text !== "") texts.push(text);
      const children = box.children.toSorted((one, other) => other.order - one.order);
      for (const child of children) stack.push(child.id);
    }
    return texts;
  }

  #openBox(id: string): void {
    this.#box = { text: "", children: [], isChild: false };
    if (this.#boxes.size < MAX_BOXES) this.#boxes.set(id, this.#box);
  }

  /** Adds a connection. Connections come after the boxes; only parent-child connections define the order. */
  #connect({ type = "parOf", srcId = "", destId = "", srcOrd = "0" }: XmlAttributes): void {
    const parent = this.#boxes.get(srcId);
    const child = this.#boxes.get(destId);
    if (type !== "parOf" || parent === undefined || child === undefined) return;
    if (parent.children.length >= MAX_BOXES) return;
    child.isChild = true;
    parent.children.push({ order: Number(srcOrd), id: destId });
  }
}
