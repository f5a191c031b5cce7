/** Languages for which Tesseract has data, by script. */
const SCRIPTS: Readonly<Record<string, string>> = {
  latin:
    "eng afr aze bre cat ceb ces cos cym dan deu epo est eus fao fil fin fra fry gla gle glg hat hrv hun ind isl ita jav lat lav lit ltz mlt mri msa nld nor oci pol por que ron slk slv spa sqi sun swa swe tgl ton tur uzb vie yor",
  cyrillic: "rus bel bul kaz kir mkd mon srp tat tgk ukr",
  arabic: "ara fas urd pus snd uig kur_ara",
  hebrew: "heb yid",
  devanagari: "hin mar nep san",
  bengali: "ben asm",
  ethiopic: "amh tir",
};
/** Languages with a script of their own. Chinese, Japanese and Korean each count as one. */
const ALONE =
  "ell chi_sim chi_tra jpn kor tam tel kan mal guj pan ori sin khm lao mya tha bod dzo kat hye chr iku div syr";

const SCRIPT_BY_LANGUAGE: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SCRIPTS).flatMap(([script, codes]) => codes.split(" ").map((code) => [code, script] as const)),
  ...ALONE.split(" ").map((code) => [code, code] as const),
]);

/** Codes of `franc` for languages with another code in Tesseract. */
const FRANC_CODES: Readonly<Record<string, string>> = {
  ...{ ara: "arb", aze: "azj", est: "ekk", fas: "pes", lav: "lvs", mon: "khk", msa: "zlm", nep: "npi", nor: "nob" },
  ...{ pus: "pbu", sqi: "als", swa: "swh", uzb: "uzn", yid: "ydd" },
};

/**
 * Returns the script of a language by Tesseract's code, or undefined for codes that are not languages, such as `osd`.
 */
export const scriptOf = (code: string): string | undefined => SCRIPT_BY_LANGUAGE.get(code);

/** Whether a language's script joins the letters of a word. */
export const hasJoinedLetters = (code: string): boolean => scriptOf(code) === "arabic";

export const francCodeOf = (code: string): string => FRANC_CODES[code] ?? code;
