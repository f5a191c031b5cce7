import type { MessageInitShape } from "@bufbuild/protobuf";
import type { LineBox as LineBoxMessage, LineBoxSchema } from "@quarry/api/plugin";
import type { LineBox } from "@quarry/plugin";

/** Returns the line boxes of a text that a peer sends. Skips invalid ones, and clamps coordinates to the page. */
export function lineBoxesOf(text: string, lines: readonly LineBoxMessage[]): LineBox[] {
  const boxes: LineBox[] = [];
  const at = unitsOf(text);
  for (const line of lines) {
    const start = at(line.start);
    const [x0, y0, x1, y1] = [line.x0, line.y0, line.x1, line.y1].map(withinPage) as [number, number, number, number];
    if (start < text.length && start > (boxes.at(-1)?.start ?? -1) && x0 <= x1 && y0 <= y1) {
      boxes.push({ start, x0, y0, x1, y1 });
    }
  }
  return boxes;
}

export function lineBoxMessages(text: string, lines: readonly LineBox[]): MessageInitShape<typeof LineBoxSchema>[] {
  let [units, characters] = [0, 0];
  return lines.map(({ start, ...box }) => {
    characters += [...text.slice(units, start)].length;
    units = start;
    return { ...box, start: characters };
  });
}

/** Returns a function that converts a character index to an index in UTF-16 units. Call it with ascending indexes. */
function unitsOf(text: string): (character: number) => number {
  let [units, characters] = [0, 0];
  return (character) => {
    for (; characters < character && units < text.length; characters++)
      units += text.codePointAt(units)! > 0xffff ? 2 : 1;
    return units;
  };
}

const withinPage = (share: number): number => Math.min(1, Math.max(0, share));
