import type { ServiceDocument } from "../service/service-client.ts";
import type { HostileFile } from "./hostile-file.ts";
import { leakIn } from "./leak-in.ts";

/** Longer messages are lists of something, and nobody reads them. */
const MAX_MESSAGE_CHARACTERS = 300;

/** What is wrong with how a document ended; empty when it is as it should be. */
export const problemsOf = (
  file: HostileFile,
  { status, error_message: message, chunk_count: chunks }: ServiceDocument,
  texts: readonly string[],
): readonly string[] => {
  if (status !== "ready" && status !== "failed") return [`is still ${status}`];
  const problems: string[] = [];
  if (file.ends !== "either" && status !== file.ends) problems.push(`ended ${status}, not ${file.ends}`);
  if (status === "ready" && chunks === 0) problems.push("is ready without a chunk");
  if (status === "ready" && message !== null) problems.push("is ready with a message");
  if (status === "failed") problems.push(...messageProblems(file, message ?? ""));
  if (file.forbidden !== undefined && texts.some((text) => file.forbidden!.test(text))) {
    problems.push(`has text that it may not have (${file.forbidden.source})`);
  }
  return problems;
};

const messageProblems = ({ message: wanted }: HostileFile, message: string): readonly string[] => {
  const problems: string[] = [];
  const leak = leakIn(message);
  if (message.trim() === "") problems.push("failed without a message");
  if (leak !== undefined) problems.push(`its message shows the inside: ${JSON.stringify(leak)}`);
  if (message.length > MAX_MESSAGE_CHARACTERS) problems.push(`its message has ${message.length} characters`);
  if (/ended unexpectedly|could not be read: it may be damaged/.test(message)) {
    problems.push("its message is the general one: the parser crashed");
  }
  if (wanted !== undefined && !wanted.test(message)) problems.push(`its message does not fit ${wanted.source}`);
  return problems;
};
