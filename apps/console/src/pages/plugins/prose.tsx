/** Sentence of the reference, with code between backticks. */
export function Prose({ text }: { readonly text: string }) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
}
