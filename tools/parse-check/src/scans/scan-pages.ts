import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import {
  type Distortion,
  grain,
  jpeg,
  negative,
  photograph,
  saltAndPepper,
  shade,
  strip,
  turn,
} from "./distortions.ts";
import { drawPage, type GreyPicture, type PageStyle } from "./drawn-page.ts";
import { SCAN_TEXTS } from "./scan-texts.ts";

/** A page of a scan and its text. */
export interface ScanPage {
  readonly name: string;
  /** Results are summed up per kind. */
  readonly kind: string;
  /** Language code of Tesseract. */
  readonly language: string;
  readonly dotsPerInch: number;
  readonly truth: string;
  readonly picture: () => Promise<GreyPicture>;
}

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ en: "eng", de: "deu", pl: "pol", fr: "fra", es: "spa", cs: "ces" },
  ...{ ru: "rus", el: "ell", ko: "kor", ja: "jpn", zh: "chi_sim", ar: "ara" },
};

interface GivenPage {
  readonly file: string;
  readonly lang: string;
  readonly variant: string;
  readonly dpi: number;
  readonly truth: string;
}

/** Returns the pages of a folder with `pages.json`, except those with unknown text. */
export const givenPages = (folder: string): ScanPage[] =>
  (JSON.parse(readFileSync(join(folder, "pages.json"), "utf8")) as GivenPage[])
    .filter(({ truth }) => truth.length > 1)
    .map(({ file, lang, variant, dpi, truth }) => ({
      name: file,
      kind: variant,
      language: lang
        .split("+")
        .map((code) => LANGUAGES[code]!)
        .join("+"),
      dotsPerInch: dpi,
      truth,
      picture: async () => {
        const { data, info } = await sharp(join(folder, file)).greyscale().raw().toBuffer({ resolveWithObject: true });
        return { pixels: data, width: info.width, height: info.height };
      },
    }));

interface Drawn {
  readonly kind: string;
  readonly language: string;
  readonly style: PageStyle;
  readonly distortions?: readonly Distortion[];
}

const BOTH = ["eng", "deu"];
const drawn: readonly Drawn[] = [
  ...BOTH.flatMap((language) => [
    ...[100, 150, 300].map((dotsPerInch) => ({ kind: "clean", language, style: { dotsPerInch } })),
    { kind: "6.5 points", language, style: { dotsPerInch: 150, points: 6.5 } },
    { kind: "light on dark", language, style: { dotsPerInch: 150 }, distortions: [negative] },
    { kind: "low contrast", language, style: { dotsPerInch: 150, ink: 120, paper: 200 } },
    ...page150("JPEG", language, [jpeg(40)], [jpeg(25)]),
    ...page150("grain", language, [grain(28)], [grain(40)]),
    ...page150("heavy grain", language, [grain(50)], [grain(60)]),
    ...page150("salt and pepper", language, [saltAndPepper(0.01)], [saltAndPepper(0.02)], [saltAndPepper(0.04)]),
    ...page150("askew", language, [turn(2)], [turn(-5)]),
    ...page150("uneven light", language, [shade(0.35)], [strip(0.4)], [shade(0.5), grain(10)]),
    ...page150("photographed", language, [photograph], [photograph, jpeg(60)]),
    { kind: "grain at 200 dpi", language, style: { dotsPerInch: 200, font: "DejaVu Sans" }, distortions: [grain(50)] },
  ]),
  ...["fra", "pol", "rus", "ell"].flatMap((language) => [
    { kind: language, language, style: { dotsPerInch: 200 } },
    { kind: language, language, style: { dotsPerInch: 150, font: "DejaVu Sans" } },
  ]),
];

function page150(kind: string, language: string, ...variants: (readonly Distortion[])[]): Drawn[] {
  return variants.map((distortions) => ({ kind, language, style: { dotsPerInch: 150 }, distortions }));
}

/** Returns pages drawn with fonts of this machine, of typical kinds of scans. */
export const drawnPages = (): ScanPage[] =>
  drawn.map(({ kind, language, style, distortions = [] }, index) => ({
    name: `${kind} ${language} ${index}`,
    kind: `drawn: ${kind}`,
    language,
    dotsPerInch: style.dotsPerInch,
    truth: SCAN_TEXTS[language]!.join("\n"),
    picture: async () => {
      let page = await drawPage(SCAN_TEXTS[language]!, style);
      for (const distort of distortions) page = await distort(page);
      return page;
    },
  }));
