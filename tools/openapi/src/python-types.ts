import { docstring, wrapped } from "./python-text.ts";

/** JSON Schema of the OpenAPI document, limited to the keywords that the contract's messages use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
  /** For a part of a form: the schema of its JSON content. */
  readonly contentSchema?: Schema;
}

export type Schemas = Readonly<Record<string, Schema>>;

type Direction = "request" | "answer";

const KEYWORDS = new Set(["from", "import", "class", "global", "in", "is", "not", "or", "and", "with", "as", "pass"]);

/** Returns a name of the contract as a Python identifier: `from` as `from_`. */
export const identifier = (name: string): string => (KEYWORDS.has(name) ? `${name}_` : name);

export const quoted = (text: string): string => JSON.stringify(text);

/** Returns the Python type of a schema. Enums are open: a later server may have more values. */
export function typeOf(schema: Schema, direction: Direction): string {
  const types = [schema.type ?? []].flat();
  const choices = [
    ...(schema.$ref === undefined ? [] : [nameIn(schema.$ref, direction)]),
    ...(schema.anyOf ?? []).map((each) => typeOf(each, direction)),
    ...types.map((type) => (type === "null" ? "None" : plainType(type, schema, direction))),
  ];
  return [...new Set(choices)].join(" | ") || "Any";
}

const nameIn = (ref: string, direction: Direction): string =>
  `${direction === "request" ? "params." : ""}${ref.split("/").at(-1)!}`;

function plainType(type: string, schema: Schema, direction: Direction): string {
  const isRequest = direction === "request";
  switch (type) {
    case "integer":
      return "int";
    case "number":
      return "float";
    case "boolean":
      return "bool";
    case "array":
      return `${isRequest ? "Sequence" : "list"}[${schema.items === undefined ? "Any" : typeOf(schema.items, direction)}]`;
    case "object":
      return isRequest ? "Mapping[str, Any]" : "dict[str, Any]";
    default:
      if (schema.format === "date-time") return isRequest ? "datetime | str" : "datetime";
      if (schema.enum === undefined) return "str";
      return `Literal[${schema.enum
        .filter((value) => value !== null)
        .map(quoted)
        .join(", ")}] | str`;
  }
}

const IMPORTS = "from __future__ import annotations\n\n";

/** Generates dataclasses for the messages in responses. */
export function answerClasses(schemas: Schemas, roots: readonly string[]): string {
  const names = reachable(
    schemas,
    roots.filter((name) => schemas[name] !== undefined),
  );
  const classes = names.map((name) => {
    const { properties = {}, required = [], description = "" } = schemas[name]!;
    const fields = Object.entries(properties).map(([wire, schema]) => {
      const type = typeOf(schema, "answer");
      const isNullable = type.split(" | ").includes("None");
      const isAbsent = !required.includes(wire);
      const hint = isAbsent && !isNullable ? `${type} | None` : type;
      return {
        text: `    ${identifier(wire)}: ${hint}${isAbsent ? " = None" : ""}`,
        description: schema.description ?? "",
      };
    });
    const lines = fields.map(
      ({ text, description: message }) => `${text}\n${message === "" ? "" : `${fieldText(message)}\n`}`,
    );
    return `@dataclass(slots=True, kw_only=True)\nclass ${name}(Model):\n${docstring(description, [], "    ")}\n\n${lines.join("") || "    pass\n"}`;
  });
  return `${IMPORTS}from dataclasses import dataclass\nfrom datetime import datetime\nfrom typing import Any, Literal\n\nfrom ._model import Model\n\n${classes.join("\n\n")}`;
}

const fieldText = (text: string): string =>
  wrapped(`"""${text.replaceAll(/\n+- /g, "; ").replaceAll("\\", "\\\\").replaceAll(/"$/g, "'")}"""`, "    ");

/** Generates typed dictionaries for the messages nested in requests; the fields of a whole body are arguments. */
export function requestClasses(schemas: Schemas, bodies: readonly Schema[]): string {
  const whole = new Set(bodies.flatMap(({ $ref }) => $ref?.split("/").at(-1) ?? []));
  const roots = bodies.flatMap((body) => refsOf(body));
  const names = reachable(schemas, roots).filter((name) => !whole.has(name));
  const classes = names.map((name) => {
    const { properties = {}, required = [], description = "" } = schemas[name]!;
    const fields = Object.entries(properties).map(([wire, schema]) => {
      if (identifier(wire) !== wire)
        throw new Error(`${name}.${wire}: a keyword of Python can't be a member of a TypedDict`);
      const type = typeOf(schema, "request").replaceAll("params.", "");
      return `    ${wire}: ${required.includes(wire) ? `Required[${type}]` : type}\n${schema.description ? `${fieldText(schema.description)}\n` : ""}`;
    });
    return `class ${name}(TypedDict, total=False):\n${docstring(description, [], "    ")}\n\n${fields.join("")}`;
  });
  const text = classes.join("\n\n");
  const time = text.includes("datetime") ? "from datetime import datetime\n" : "";
  return `${IMPORTS}from collections.abc import Mapping, Sequence\n${time}from typing import TYPE_CHECKING, Any, Literal, TypedDict\n\nif TYPE_CHECKING:\n    from typing_extensions import Required\n\n${text}`;
}

function refsOf(schema: Schema): string[] {
  const inner = [
    schema.items,
    schema.contentSchema,
    ...(schema.anyOf ?? []),
    ...Object.values(schema.properties ?? {}),
  ].flatMap((each) => (each === undefined ? [] : refsOf(each)));
  return schema.$ref === undefined ? inner : [schema.$ref.split("/").at(-1)!, ...inner];
}

/** Returns the schemas reachable from the roots, including these, sorted by name. */
function reachable(schemas: Schemas, roots: readonly string[]): string[] {
  const found = new Set<string>();
  const open = [...roots];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    open.push(...refsOf(schemas[name]!));
  }
  return [...found].toSorted();
}
