/** A sentence of the reference, in which code stands between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
