/** Kinds of plugins, by the prefix of their names. */
export const PLUGIN_KINDS = ["vector", "embedder", "reranker", "parser"] as const;

export type PluginWord = (typeof PLUGIN_KINDS)[number];

/** A plugin's name in the forms used in files, identifiers and types. */
export interface PluginName {
  readonly kind: PluginWord;
  /** `vector-big-table` */
  readonly full: string;
  /** `big-table` */
  readonly kebab: string;
  /** `bigTable` */
  readonly camel: string;
  /** `BigTable` */
  readonly pascal: string;
}

/** Error that the user has to fix; the message says how. */
export class NewPluginError extends Error {
  override readonly name = "NewPluginError";
}

/** Limit of npm is 214; a name that long yields paths that some systems don't support. */
const MAX_NAME_LENGTH = 64;
const USAGE = "npm run new:plugin -- <kind>-<name> [--folder <path>], as in: npm run new:plugin -- vector-acme";

export const parsePluginName = (input: string | undefined): PluginName => {
  if (input === undefined) throw new NewPluginError(`the name is missing: ${USAGE}`);
  const [kind = "", ...words] = input.split("-");
  if (!isKind(kind)) {
    throw new NewPluginError(
      `${JSON.stringify(input)} begins with no kind of plugin: the name is ${PLUGIN_KINDS.map((word) => `${word}-…`).join(", ")}`,
    );
  }
  if (words.length === 0) throw new NewPluginError(`${JSON.stringify(input)} names only the kind: ${USAGE}`);
  if (!/^[a-z]/.test(words[0]!) || !words.every((word) => /^[a-z0-9]+$/.test(word)) || input.length > MAX_NAME_LENGTH) {
    throw new NewPluginError(
      `${JSON.stringify(input)} is no name for a package: after "${kind}-" come words of lower-case letters and digits, ` +
        `joined by "-", a letter first, at most ${MAX_NAME_LENGTH} characters in all`,
    );
  }
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { kind, full: input, kebab: words.join("-"), camel, pascal };
};

const isKind = (word: string): word is PluginWord => PLUGIN_KINDS.some((kind) => kind === word);

/** Replaces "acme" in the templates by the name. Runs in one pass, because the name may contain "acme" too. */
export const rename = (text: string, { kebab, camel, pascal }: PluginName): string =>
  text.replaceAll(/[Aa]cme/g, (found, at: number) => {
    if (found === "Acme") return pascal;
    return /^[A-Z]/.test(text.slice(at + found.length)) ? camel : kebab;
  });
