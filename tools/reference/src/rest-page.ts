import { sampleDocument } from "@quarry/openapi";
import { type JsonSchema, refName, typeText } from "./json-schema.ts";
import { anchor, code, paragraphs, table } from "./markdown.ts";

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Answer {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

interface Operation {
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (Parameter & { readonly $ref?: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface OpenApi {
  readonly info: { readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

/** Generates a page with every endpoint, its request and response, from the OpenAPI document that a service serves. */
export const restPage = (): string => {
  const document = sampleDocument(true) as OpenApi;
  return paragraphs(
    "# REST",
    "Every endpoint of the service. The OpenAPI 3.1 document is at `/openapi.json`, and an interactive page at `/docs`.",
    document.info.description,
    "Unless noted otherwise, every request requires `Authorization: Bearer <API secret or key>`.",
    ...document.tags.map((tag) => tagSection(tag, document)),
    "## Bodies",
    ...Object.entries(document.components.schemas)
      .filter(([, schema]) => schema.properties !== undefined || schema.enum !== undefined)
      .map(([name, schema]) => schemaSection(name, schema)),
  );
};

const link = (name: string): string => `[${name}](#${anchor(name)})`;

const tagSection = (tag: OpenApi["tags"][number], { paths }: OpenApi): string => {
  const operations = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs)
      .filter(([, { tags }]) => tags.includes(tag.name))
      .map(([verb, operation]) => operationSection(verb.toUpperCase(), path, operation)),
  );
  return paragraphs(`## ${tag.name} calls`, tag.description, ...operations);
};

const operationSection = (verb: string, path: string, operation: Operation): string => {
  const parameters = (operation.parameters ?? []).filter(({ $ref }) => $ref === undefined);
  return paragraphs(
    `### ${verb} ${path}`,
    operation.description,
    table(
      ["Parameter", "In", "Type", ""],
      parameters.map(({ name, in: location, required, description = "", schema }) => [
        code(name),
        location,
        `${typeText(schema, link)}${required === true ? "" : ", optional"}`,
        description,
      ]),
    ),
    contentText("Body", operation.requestBody?.content),
    ...Object.entries(operation.responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { description = "", content }]) => contentText(`Answers ${status}`, content, description)),
    failuresText(operation),
  );
};

const contentText = (what: string, content: Content | undefined, description = ""): string => {
  if (content === undefined) return description === "" ? "" : `${what}: ${description}`;
  return paragraphs(
    ...Object.entries(content).map(([type, { schema }]) => {
      const named = schema === undefined ? "" : schema.properties === undefined ? `: ${typeText(schema, link)}` : "";
      return paragraphs(`${what} (${code(type)})${named}`, schema === undefined ? "" : fieldsTable(schema));
    }),
  );
};

const failuresText = ({ responses }: Operation): string => {
  const statuses = Object.entries(responses).filter(([status]) => !status.startsWith("2"));
  const names = statuses.map(([status, { $ref }]) => ($ref === undefined ? status : `${status} ${refName($ref)}`));
  return `Failures: ${names.join(", ")}; see [errors](errors.md).`;
};

const schemaSection = (name: string, schema: JsonSchema): string =>
  paragraphs(
    `### ${name}`,
    schema.description ?? "",
    schema.enum === undefined ? fieldsTable(schema) : `One of ${typeText({ enum: schema.enum })}.`,
  );

const fieldsTable = ({ properties = {}, required = [] }: JsonSchema): string =>
  table(
    ["Field", "Type", ""],
    Object.entries(properties).map(([field, schema]) => [
      code(field),
      `${typeText(schema, link)}${required.includes(field) ? "" : ", optional"}`,
      `${schema.description ?? ""}${schema.default === undefined ? "" : ` Default: ${code(JSON.stringify(schema.default))}.`}`,
    ]),
  );
