import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { readText, textsOf } from "./read-text.ts";

const ENGLISH = "The café on the second floor serves naïve résumés — “quoted” — all day long.";
const GERMAN = "Die Straße führt über Brücken nach Köln, größer als München, und schließt früh. ".repeat(4).trim();
const RUSSIAN = "Съешь же ещё этих мягких французских булок, да выпей чаю. Погода сегодня хорошая. ".repeat(4).trim();
const JAPANESE =
  "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗い所で泣いていた。".repeat(4);
const CHINESE = "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。".repeat(4);

describe("encodings", () => {
  it.each([
    ["UTF-8", ENGLISH, "utf8", {}],
    ["UTF-8 with a byte-order mark", ENGLISH, "utf8", { addBOM: true }],
    ["UTF-16LE with a byte-order mark", CHINESE, "utf16le", { addBOM: true }],
    ["UTF-16BE with a byte-order mark", ENGLISH, "utf16be", { addBOM: true }],
    ["UTF-16LE", ENGLISH, "utf16le", {}],
    ["UTF-16BE", ENGLISH, "utf16be", {}],
    ["UTF-32LE with a byte-order mark", ENGLISH, "utf32le", { addBOM: true }],
    ["Windows-1252", GERMAN, "win1252", {}],
    ["Windows-1251", RUSSIAN, "win1251", {}],
    ["Shift-JIS", JAPANESE, "shiftjis", {}],
    ["GB18030", CHINESE, "gb18030", {}],
  ])("reads %s", async (_name, text, encoding, options) => {
    expect(textsOf(await readText("txt", iconv.encode(text, encoding, options)))).toEqual([text]);
  });

  it("reads a file whose first non-ASCII byte comes late", async () => {
    const text = `${"plain words only. ".repeat(20_000)}\n\n${GERMAN}`;
    expect(textsOf(await readText("txt", iconv.encode(text, "win1252"))).at(-1)).toBe(GERMAN);
  });

  it("preserves UTF-8 that has a few damaged bytes", async () => {
    const bytes = Buffer.concat([Buffer.from(GERMAN), Buffer.from([0xff]), Buffer.from(` ${GERMAN}`)]);
    expect(textsOf(await readText("txt", bytes))[0]).toContain("schließt früh.\ufffd Die Straße");
  });

  it("splits no character at the boundary of two reads", async () => {
    const text = "ß€😀".repeat(200_000);
    const texts = textsOf(await readText("txt", text));
    expect(texts.join("")).toBe(text);
  });
});

/** Article 1 of the Universal Declaration of Human Rights, by language. */
const ARTICLE = {
  german:
    "Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen. Jeder hat Anspruch auf die in dieser Erklärung verkündeten Rechte und Freiheiten ohne irgendeinen Unterschied.",
  french:
    "Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité. Chacun peut se prévaloir de tous les droits proclamés à l’article précédent.",
  spanish:
    "Todos los seres humanos nacen libres e iguales en dignidad y derechos y, dotados como están de razón y conciencia, deben comportarse fraternalmente los unos con los otros. El niño comió mañana en España; ¿cómo está usted?",
  polish:
    "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa. Każdy człowiek posiada wszystkie prawa i wolności zawarte w niniejszej Deklaracji bez względu na jakiekolwiek różnice.",
  czech:
    "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv. Jsou nadáni rozumem a svědomím a mají spolu jednat v duchu bratrství. Každý má všechna práva a všechny svobody, stanovené touto deklarací, bez jakéhokoli rozlišování.",
  russian:
    "Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства. Каждый человек должен обладать всеми правами и всеми свободами.",
  ukrainian:
    "Всі люди народжуються вільними і рівними у своїй гідності та правах. Вони наділені розумом і совістю і повинні діяти у відношенні один до одного в дусі братерства. Кожна людина повинна мати всі права і всі свободи.",
  bulgarian:
    "Всички хора се раждат свободни и равни по достойнство и права. Те са надарени с разум и съвест и следва да се отнасят помежду си в дух на братство. Всеки човек има право на всички права и свободи, провъзгласени в тази Декларация.",
  greek:
    "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης.",
  turkish:
    "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler. Herkes, ırk, renk, cinsiyet, dil, din, siyasi veya diğer herhangi bir akide farkı gözetilmeksizin.",
  hebrew:
    "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה. כל אדם זכאי לזכויות ולחרויות שנקבעו בהכרזה זו ללא הפליה כלשהי.",
  arabic:
    "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميراً وعليهم أن يعامل بعضهم بعضاً بروح الإخاء. لكل إنسان حق التمتع بكافة الحقوق والحريات الواردة في هذا الإعلان، دون أي تمييز.",
  lithuanian:
    "Visi žmonės gimsta laisvi ir lygūs savo orumu ir teisėmis. Jiems suteiktas protas ir sąžinė ir jie turi elgtis vienas kito atžvilgiu kaip broliai. Kiekvienas žmogus turi turėti visas šioje Deklaracijoje paskelbtas teises ir laisves.",
  thai: "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม และควรปฏิบัติต่อกันด้วยเจตนารมณ์แห่งภราดรภาพ",
  japanese:
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。カタカナもあります。",
  simplifiedChinese:
    "人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。人人有资格享有本宣言所载的一切权利和自由，不分种族、肤色、性别、语言。",
  traditionalChinese:
    "人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神互相對待。人人有資格享有本宣言所載的一切權利和自由，不分種族、膚色、性別、語言。",
  korean:
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다. 모든 사람은 인종, 피부색, 성, 언어.",
};

describe("text of one language in its own encoding", () => {
  it.each([
    ["german", "macroman"],
    ["french", "win1252"],
    ["spanish", "win1252"],
    ["polish", "win1250"],
    ["czech", "win1250"],
    ["polish", "iso88592"],
    ["russian", "win1251"],
    ["ukrainian", "win1251"],
    ["bulgarian", "win1251"],
    ["russian", "koi8-r"],
    ["ukrainian", "koi8-u"],
    ["russian", "cp866"],
    ["greek", "win1253"],
    ["turkish", "win1254"],
    ["hebrew", "win1255"],
    ["arabic", "win1256"],
    ["lithuanian", "win1257"],
    ["thai", "win874"],
    ["japanese", "shiftjis"],
    ["japanese", "eucjp"],
    ["simplifiedChinese", "gb18030"],
    ["traditionalChinese", "big5"],
    ["korean", "euckr"],
  ] as const)("reads %s in %s, alone and after plain lines", async (language, encoding) => {
    const text = ARTICLE[language];
    expect(textsOf(await readText("txt", iconv.encode(text, encoding)))).toEqual([text]);
    const mail = `Subject: an example\n\n${text}`;
    expect(textsOf(await readText("txt", iconv.encode(mail, encoding)))).toEqual(["Subject: an example", text]);
  });

  it.each(Object.entries(ARTICLE))(
    "reads %s in UTF-16 and UTF-32 without a byte-order mark",
    async (_language, text) => {
      for (const encoding of ["utf16le", "utf16be", "utf32le", "utf32be"]) {
        const bytes = iconv.encode(`${text}\n`, encoding, { addBOM: false });
        expect(textsOf(await readText("txt", bytes))).toEqual([text]);
      }
    },
  );

  it("reads UTF-8 that is cut off within its last character", async () => {
    const bytes = Buffer.from(`${ARTICLE.german} ä`);
    expect(textsOf(await readText("txt", bytes.subarray(0, -1)))[0]).toContain(ARTICLE.german);
  });

  it("reads plain text with a stray zero byte", async () => {
    const text = `${ARTICLE.german}\n`.repeat(5);
    expect(textsOf(await readText("txt", `${text}\0`))).toEqual([text.trim()]);
  });
});

describe("files that are not text", () => {
  it.each([
    ["txt", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "latin1"), "the file is a PNG image, not a text file (.txt)"],
    ["md", Buffer.from("%PDF-1.7\n1 0 obj"), "the file is a PDF, not a text file (.md)"],
    ["txt", Buffer.from("PK\x03\x04\x14\0\0\0", "latin1"), "the file is a ZIP archive, not a text file (.txt)"],
    ["csv", Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7) % 256)), "the file is binary data"],
  ])("are rejected with their real type: .%s", async (fileType, bytes, message) => {
    await expect(readText(fileType, bytes)).rejects.toMatchObject({
      reason: "wrong_type",
      message: expect.stringContaining(message),
    });
  });
});
