import sharp from "sharp";

/** A greyscale image with one byte per pixel. */
export interface GreyPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface PageStyle {
  readonly dotsPerInch: number;
  readonly points?: number;
  readonly font?: string;
  readonly ink?: number;
  readonly paper?: number;
}

const PAGE_INCHES = { width: 8.27, height: 11.69 };
const MARGIN_INCHES = 0.9;
/** Mean width of a letter relative to its size, so that lines end before the margin. */
const LETTER_WIDTH = 0.53;

/** Draws paragraphs on an A4 page with a font of this machine. */
export const drawPage = async (paragraphs: readonly string[], style: PageStyle): Promise<GreyPicture> => {
  const { dotsPerInch, points = 11, font = "DejaVu Serif", ink = 0, paper = 255 } = style;
  const size = (points / 72) * dotsPerInch;
  const [width, height] = [PAGE_INCHES.width, PAGE_INCHES.height].map((inches) => Math.round(inches * dotsPerInch)) as [
    number,
    number,
  ];
  const margin = MARGIN_INCHES * dotsPerInch;
  const letters = Math.floor((width - 2 * margin) / (size * LETTER_WIDTH));
  let y = margin;
  const lines = paragraphs.flatMap((paragraph) => {
    const drawn = wrap(paragraph, letters).map((line) => {
      y += size * 1.35;
      return `<text x="${margin}" y="${y}">${escape(line)}</text>`;
    });
    y += size;
    return drawn;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${grey(paper)}"/><g font-family="${font}" font-size="${size}" fill="${grey(ink)}">${lines.join("")}</g></svg>`;
  const pixels = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer();
  return { pixels, width, height };
};

const grey = (value: number): string => `rgb(${value},${value},${value})`;

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const wrap = (text: string, letters: number): string[] => {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1)!;
    if (line !== "" && line.length + word.length >= letters) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
};
