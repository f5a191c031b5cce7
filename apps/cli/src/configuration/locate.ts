import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";

/** Problem with its line and column in the file, both counted from 1. */
export interface Located {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}

/** Finds the lines of problems that begin with a path (`embedders.local.settings.size: …`) or with `line:column`. */
export const locate = (text: string, problems: readonly string[]): readonly Located[] => {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const located = problems.map(
    (problem) => atLine(problem) ?? { ...positionAt(text, offsetOf(tree, problem)), problem },
  );
  return located.sort((a, b) => a.line - b.line || a.column - b.column);
};

const atLine = (problem: string): Located | undefined => {
  const found = /^(\d+):(\d+): (.*)$/s.exec(problem);
  return found === null ? undefined : { line: Number(found[1]), column: Number(found[2]), problem: found[3]! };
};

/** Returns the offset of the value at the problem's path, or of its parent if the value is missing. */
const offsetOf = (tree: Node | undefined, problem: string): number => {
  const end = problem.indexOf(": ");
  const keys = end < 0 ? [] : problem.slice(0, end).split(".");
  if (tree === undefined) return 0;
  for (let length = keys.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(tree, keys.slice(0, length));
    if (node !== undefined) return node.offset;
  }
  return tree.offset;
};

const positionAt = (text: string, offset: number): { readonly line: number; readonly column: number } => {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
};
