/** Step of a guide for a reader, in the guide's order. */
export type GuideStep =
  /** A file to write; its path precedes the block, as in "`src/index.ts`:". */
  | { readonly kind: "file"; readonly path: string; readonly text: string; readonly line: number }
  /** Commands to run. */
  | { readonly kind: "shell"; readonly script: string; readonly line: number }
  /** Output of the preceding commands; "…" matches anything. */
  | { readonly kind: "output"; readonly text: string; readonly line: number }
  /** Error message of the preceding commands. */
  | { readonly kind: "red"; readonly message: string; readonly line: number }
  /** Names of checks that pass from here on; "all" ends the list. */
  | { readonly kind: "green"; readonly names: readonly string[] | "all"; readonly line: number };

const BLOCK =
  /^(?:`(?<path>[^`\n]+)`:\n\n)?```(?<language>[a-z]*)\n(?<code>[\s\S]*?)^```$|^(?:The test is red|It fails): `(?<red>[^`]+)`|^Green: (?<green>[\s\S]*?)(?=\n\n)/gm;

/** Parses a guide into steps that can be executed literally. */
export const readGuide = (markdown: string): readonly GuideStep[] =>
  [...markdown.matchAll(BLOCK)].flatMap((match): readonly GuideStep[] => {
    const { path, language, code = "", red, green } = match.groups as Readonly<Record<string, string | undefined>>;
    const line = markdown.slice(0, match.index).split("\n").length;
    if (red !== undefined) return [{ kind: "red", message: red, line }];
    if (green !== undefined) return [{ kind: "green", names: namesOf(green), line }];
    if (path !== undefined) return [{ kind: "file", path, text: code, line }];
    if (language === "sh") return [{ kind: "shell", script: code, line }];
    if (language === "text") return [{ kind: "output", text: code, line }];
    return [];
  });

const namesOf = (text: string): readonly string[] | "all" =>
  text.trim() === "all." ? "all" : [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

/** Returns the lines of `expected` that don't occur in `actual` in this order; "…" in a line matches anything. */
export const missingLines = (expected: string, actual: string): readonly string[] => {
  const printed = actual.split("\n").map((line) => line.trim());
  const missing: string[] = [];
  let next = 0;
  for (const line of expected.split("\n").map((text) => text.trim())) {
    if (line === "" || line === "…") continue;
    const pattern = new RegExp(`^${line.split("…").map(escaped).join(".*")}$`);
    const at = printed.findIndex((text, index) => index >= next && pattern.test(text));
    if (at === -1) missing.push(line);
    else next = at + 1;
  }
  return missing;
};

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
