/**
 * Link in the notice of legacy copies. For older programs Excel stores each conversation also as a comment, whose
 * author is `tc=` and the conversation's id. It consists of a notice in the writer's language with this link, then each
 * remark after a label ("Comment:", "Antwort:").
 */
const NOTICE_LINK = /https?:\/\/go\.microsoft\.com\/fwlink\/\?linkid=870924[^\n]*/i;
const COPY_AUTHOR = /^tc=\{/i;
const LABEL = /^\S[^\n]{0,60}[:：︰﹕]\s*$/;
/** Indentation of the first line of a remark. */
const INDENT = /^(?: {4}|\t)/;

/** Whether a comment is the legacy copy of a conversation. */
export const isLegacyCopy = (author: string, text: string): boolean =>
  COPY_AUTHOR.test(author) || NOTICE_LINK.test(text);

/** Returns the remarks in a legacy copy, without the notice and the labels. */
export function remarksOfCopy(text: string): string[] {
  const notice = NOTICE_LINK.exec(text);
  const lines = text.slice(notice === null ? 0 : notice.index + notice[0].length).split(/\r?\n/);
  const first = lines.findIndex((line) => line.trim() !== "");
  const isLabel = (index: number): boolean =>
    (index === first || LABEL.test(lines[index]!)) && INDENT.test(lines[index + 1] ?? "");
  const labels = lines.flatMap((_, index) => (isLabel(index) ? [index] : []));
  if (labels.length > 0) return labels.map((label, index) => lines.slice(label + 1, labels[index + 1]).join("\n"));
  // Another program removed the indentation that identifies labels: only the first line can be one.
  return [lines.slice(first >= 0 && LABEL.test(lines[first]!) ? first + 1 : 0).join("\n")];
}
