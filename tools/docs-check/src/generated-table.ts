/** The text with everything between the markers `<!-- name:start -->` and `<!-- name:end -->` replaced by the table. */
export const withTable = (text: string, name: string, table: string): string => {
  const [startMark, endMark] = [`<!-- ${name}:start -->`, `<!-- ${name}:end -->`];
  const start = text.indexOf(startMark);
  const end = text.indexOf(endMark);
  if (start < 0 || end < start) throw new Error(`${startMark} and ${endMark} must stand in the text, in this order`);
  return `${text.slice(0, start + startMark.length)}\n\n${table}\n\n${text.slice(end)}`;
};
