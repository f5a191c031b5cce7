import type { GreyImage } from "../grey-image.ts";
import { cropLine, LINE_HEIGHT } from "./crop-line.ts";
import { decodeCharacters, type RecognisedCharacter, wordsOf } from "./decode-characters.ts";
import type { Numbers, OnnxSession } from "./onnx-session.ts";
import type { ReadLine } from "./ppocr-protocol.ts";
import type { TextBox } from "./text-box.ts";

const CHANNELS = 3;
/**
 * Maximum lines of a batch, and maximum total width in pixels: the output has 18,710 scores for each eight pixels, here
 * 90 MB.
 */
const BATCH_LINES = 6;
const BATCH_WIDTH = 9_600;
/** Narrower pictures are padded, as in training. */
const MIN_BATCH_WIDTH = 320;
/** Scales greys to -1 to 1, so that the padding is 0. */
const MIDDLE_GREY = 127.5;

/** Recognises the lines of a picture, the longest first: each is padded to the longest of its batch. */
export async function recogniseLines(
  recogniser: OnnxSession,
  characters: readonly string[],
  image: GreyImage,
  boxes: readonly TextBox[],
): Promise<ReadLine[]> {
  const sorted = boxes.toSorted((one, other) => other.length / other.height - one.length / one.height);
  const lines: ReadLine[] = [];
  while (lines.length < sorted.length) {
    const pictures = nextBatch(image, sorted.slice(lines.length, lines.length + BATCH_LINES));
    const output = await recogniser(recogniserInput(pictures));
    for (const read of charactersOf(output, characters))
      lines.push({ box: sorted[lines.length]!, words: wordsOf(read) });
  }
  return lines;
}

/** Returns pictures of the first boxes, as many as fit a batch. */
function nextBatch(image: GreyImage, [longest, ...others]: readonly TextBox[]): GreyImage[] {
  const first = cropLine(image, longest!);
  const count = Math.floor(BATCH_WIDTH / first.width) - 1;
  return [first, ...others.slice(0, count).map((box) => cropLine(image, box))];
}

function recogniserInput(lines: readonly GreyImage[]): Numbers {
  const width = Math.max(MIN_BATCH_WIDTH, ...lines.map((line) => line.width));
  const plane = LINE_HEIGHT * width;
  const values = new Float32Array(lines.length * CHANNELS * plane);
  for (const [index, line] of lines.entries()) {
    const from = index * CHANNELS * plane;
    for (let row = 0; row < LINE_HEIGHT; row++) {
      for (let column = 0; column < line.width; column++) {
        values[from + row * width + column] = line.pixels[row * line.width + column]! / MIDDLE_GREY - 1;
      }
    }
    for (let channel = 1; channel < CHANNELS; channel++) values.copyWithin(from + channel * plane, from, from + plane);
  }
  return { values, shape: [lines.length, CHANNELS, LINE_HEIGHT, width] };
}

function charactersOf({ values, shape }: Numbers, characters: readonly string[]): RecognisedCharacter[][] {
  const [lines, steps, classes] = shape as [number, number, number];
  const size = steps * classes;
  return Array.from({ length: lines }, (_, line) =>
    decodeCharacters({ values: values.subarray(line * size, (line + 1) * size), steps, classes }, characters),
  );
}
