import { RPC_COMMANDS } from "@quarry/cli/rpc-commands";
import { sampleDocument } from "./sample-document.ts";

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly description?: string;
  readonly $ref?: string;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly description: string;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: Readonly<Record<string, Schema>> }>>;
  };
}

const DECLARATION = `
import type { RpcField } from "./rpc-command.ts";

/** Request fields of the commands that are one rpc: those that are arguments or options. */
export const RPC_FIELDS: Readonly<Record<string, readonly RpcField[]>> = `;

/** Generates the commands' request fields as data: loading the contract would delay the help. */
export const cliFields = (): string => {
  const { paths, components } = sampleDocument(true) as Document;
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const fields = Object.values(RPC_COMMANDS).map((command) => {
    const { parameters = [], requestBody } = operations.find(({ operationId }) => operationId === command.rpc)!;
    const reference = requestBody?.content["application/json"]?.schema.$ref?.split("/").at(-1) ?? "";
    const inPath = parameters
      .filter((each) => each.in === "path")
      .map((each) => fieldOf(each.name, each.description, each.schema, true));
    const inQuery = parameters
      .filter((each) => each.in === "query")
      .map((each) => fieldOf(each.name, each.description, each.schema));
    const inBody = Object.entries(components.schemas[reference]?.properties ?? {}).map(([name, schema]) =>
      fieldOf(name, schema.description ?? "", schema),
    );
    return [command.rpc, [...inPath, ...inQuery, ...inBody].filter(({ name }) => isTaken(command, name))] as const;
  });
  return `${DECLARATION}${JSON.stringify(Object.fromEntries(fields))};\n`;
};

/**
 * Excludes keys, because other users of a machine can see command lines, and page fields, because the command itself
 * reads the pages.
 */
const isTaken = ({ flags, pageSize }: (typeof RPC_COMMANDS)["stores"], name: string): boolean =>
  flags?.[name] !== false &&
  !name.endsWith("_api_key") &&
  (pageSize === undefined || !["limit", "offset", "cursor"].includes(name));

const fieldOf = (name: string, description: string, schema: Schema, isPath = false) => {
  const type = [schema.type].flat()[0];
  const isList = type === "array";
  return {
    name,
    isPath: isPath || undefined,
    type: type === "string" || isList ? undefined : type,
    isList: isList || undefined,
    choices: (schema.enum ?? schema.items?.enum)?.filter((choice) => choice !== null),
    minimum: schema.minimum,
    text: helpOf(description),
  };
};

/** Converts a comment to a line of help. The descriptions of an enum's values follow in a separate list. */
const helpOf = (description: string): string => {
  const text = description
    .split("\n\n")[0]!
    .replace(/ Extension\.$/, "")
    .replace(/\.$/, "")
    .replaceAll("`", "");
  return /^[A-Z][A-Z]/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
};
