import type { Node, Program } from "./syntax.ts";

/** Texts of a file's constants, if they can be determined without running it. */
export class ConstantTexts {
  readonly #values = new Map<string, Node>();

  constructor({ body }: Program) {
    for (const statement of body) {
      const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") continue;
      for (const { id, init } of declaration.declarations ?? []) {
        if (id?.type === "Identifier" && init) this.#values.set(id.name!, init);
      }
    }
  }

  /** Returns the text of an expression; undefined if it depends on more than the file's constants. */
  textOf(node: Node | null | undefined): string | undefined {
    switch (node?.type) {
      case "Literal":
        return node.regex?.pattern ?? String(node.value);
      case "TemplateLiteral":
        return this.#joined(node, "cooked");
      case "TaggedTemplateExpression":
        return isStringRaw(node.tag) ? this.#joined(node.quasi!, "raw") : undefined;
      case "Identifier":
        return this.textOf(this.#values.get(node.name!));
      case "BinaryExpression":
        return node.operator === "+" ? concat([this.textOf(node.left), this.textOf(node.right)], "") : undefined;
      case "MemberExpression":
        return node.property?.name === "source" ? this.textOf(node.object) : undefined;
      case "NewExpression":
        return node.callee?.name === "RegExp" ? this.textOf(node.arguments?.[0]) : undefined;
      case "CallExpression":
        return this.#joinedList(node);
      default:
        return undefined;
    }
  }

  #joined({ quasis = [], expressions = [] }: Node, form: "cooked" | "raw"): string | undefined {
    const parts = quasis.flatMap(({ value }, at) => [
      (value as { readonly cooked: string; readonly raw: string })[form],
      ...(at < expressions.length ? [this.textOf(expressions[at])] : []),
    ]);
    return concat(parts, "");
  }

  /** `[a, b].join("|")` */
  #joinedList({ callee, arguments: [separator] = [] }: Node): string | undefined {
    if (callee?.property?.name !== "join" || callee.object?.type !== "ArrayExpression") return undefined;
    const between = this.textOf(separator);
    return between === undefined
      ? undefined
      : concat(
          (callee.object.elements ?? []).map((element) => this.textOf(element)),
          between,
        );
  }
}

const isStringRaw = (tag: Node | undefined): boolean => tag?.object?.name === "String" && tag.property?.name === "raw";

const concat = (parts: readonly (string | undefined)[], between: string): string | undefined =>
  parts.every((part) => part !== undefined) ? parts.join(between) : undefined;
