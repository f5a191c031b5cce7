/** Maximum length of a quotation from a provider's message. */
const MAX_LENGTH = 300;

/** Contents of an error body: the human-readable message and the machine-readable codes (`code`, `type`). */
export interface ErrorBody {
  readonly message: string;
  readonly codes: readonly string[];
}

/**
 * Parses an error body in the formats of OpenAI, Azure, Cohere, vLLM, Ollama, TEI and FastAPI; omits the echoed input.
 */
export const readErrorBody = (body: Uint8Array): ErrorBody => {
  const value = parse(new TextDecoder().decode(body));
  const inner = isRecord(value) && isRecord(value["error"]) ? value["error"] : value;
  const codes = [value, inner].flatMap((part) =>
    isRecord(part) ? [part["code"], part["type"], part["error_type"]].filter((code) => typeof code === "string") : [],
  );
  return { message: clip(messageIn(inner)), codes };
};

const messageIn = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(messageIn).filter(Boolean).join("; ");
  if (!isRecord(value)) return "";
  for (const key of ["message", "error", "detail", "msg"]) {
    const message = messageIn(value[key]);
    if (message !== "") return message;
  }
  return "";
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The body is a proxy's HTML page, or plain text from a provider: only the latter is worth showing.
    return text.trimStart().startsWith("<") ? undefined : text;
  }
};

const clip = (text: string): string => {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
