const WIDTH = 118;

/** Wraps text to lines of at most about 118 columns. */
export function wrapped(text: string, indent: string, hanging = indent): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(/\s+/).filter((each) => each !== "")) {
    if (line.trim() !== "" && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = hanging;
    }
    line += line.trim() === "" ? word : ` ${word}`;
  }
  return [...lines, line].join("\n");
}

/** Generates a docstring: the description of a method or class, then its arguments. */
export function docstring(
  text: string,
  parts: readonly (readonly [name: string, description: string])[],
  indent: string,
): string {
  const listed = parts
    .filter(([, description]) => description !== "")
    .map(([name, description]) =>
      wrapped(`${name}: ${description.replaceAll(/\n+- /g, "; ")}`, `${indent}    `, `${indent}        `),
    );
  const body = [wrapped(text, indent), ...(listed.length > 0 ? ["", `${indent}Args:`, ...listed] : [])].join("\n");
  return `${indent}"""\n${body.replaceAll("\\", "\\\\").replaceAll('"""', "'''")}\n${indent}"""`;
}
