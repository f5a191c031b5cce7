import { describe, expect, it } from "vitest";
import { buildPdf, type FixturePdf } from "./build-pdf.ts";
import { readPdf, textsOf, useFolder } from "./read-pdf.ts";

useFolder();

const shown = (text: string, y: number): string => `BT /R 12 Tf 72 ${y} Td (${text}) Tj ET`;

/**
 * Builds a file with layers `A` and `B`, objects 100000 and 100001, and content that uses them; then the given objects.
 */
const layered = (config: string, content: string, extra: readonly string[] = [], entries = ""): FixturePdf => ({
  pages: [[]],
  drawings: { 0: `${content}\n${shown("Drawing number 7123", 600)}` },
  catalog: `/OCProperties << /OCGs [100000 0 R 100001 0 R] /D << ${config} >> >>`,
  resources: `/Properties << /A 100000 0 R /B 100001 0 R /M 100002 0 R >> ${entries}`,
  extra: ["<< /Type /OCG /Name (Layer) >>", "<< /Type /OCG /Name (Layer) >>", ...extra],
});

const inLayer = (name: string, content: string): string => `/OC /${name} BDC ${content} EMC`;
const twoLayers = `${inLayer("A", shown("Valve opens clockwise", 700))} ${inLayer("B", shown("Ventil schliesst", 700))}`;

const textOf = async (fixture: FixturePdf): Promise<string> =>
  textsOf((await readPdf(buildPdf(fixture))).blocks).join(" ");

describe("text of a layer that is off", () => {
  it.each([
    ["when listed as off", "/OFF [100001 0 R]"],
    ["when off by the base state", "/BaseState /OFF /ON [100000 0 R]"],
  ])("is omitted, %s, even over other text", async (_, config) => {
    const text = await textOf(layered(config, twoLayers));
    expect(text).toContain("Valve opens clockwise");
    expect(text).toContain("Drawing number 7123");
    expect(text).not.toContain("Ventil");
  });

  it("is omitted when the layer is off only when viewed", async () => {
    const config = "/AS [<< /Event /View /Category [/View] /OCGs [100001 0 R] >>]";
    const fixture = layered(config, twoLayers);
    const usage = "<< /Type /OCG /Name (Layer) /Usage << /View << /ViewState /OFF >> >> >>";
    const text = await textOf({ ...fixture, extra: [fixture.extra![0]!, usage] });
    expect(text).toContain("Valve opens clockwise");
    expect(text).not.toContain("Ventil");
  });

  it.each([
    ["no layer is on", "<< /Type /OCMD /OCGs [100001 0 R] /P /AnyOn >>"],
    ["not all layers are on", "<< /Type /OCMD /OCGs [100000 0 R 100001 0 R] /P /AllOn >>"],
    ["not all layers are off", "<< /Type /OCMD /OCGs [100000 0 R 100001 0 R] /P /AllOff >>"],
    ["a visibility expression is false", "<< /Type /OCMD /VE [/And [/Not 100000 0 R] 100000 0 R] >>"],
  ])("is omitted in a layer membership where %s", async (_, membership) => {
    const content = inLayer("M", shown("Only with the other layer", 700));
    const text = await textOf(layered("/OFF [100001 0 R]", content, [membership]));
    expect(text).toBe("Drawing number 7123");
  });

  it("is omitted within visible layers and in forms", async () => {
    const form = (text: string, layer: string) => {
      const content = shown(text, 0);
      return `<< /Type /XObject /Subtype /Form /BBox [0 0 600 50] ${layer} /Resources << /Font << /R 3 0 R >> >> /Length ${content.length} >>\nstream\n${content}\nendstream`;
    };
    const forms = ["<< >>", form("Gasket drawn in red", "/OC 100001 0 R"), form("Bolts of steel", "/OC 100000 0 R")];
    const content = [
      inLayer("A", inLayer("B", shown("Inner note", 740))),
      "q 1 0 0 1 0 680 cm /F1 Do Q q 1 0 0 1 0 660 cm /F2 Do Q",
      inLayer("B", "q 1 0 0 1 0 640 cm /F2 Do Q"),
    ].join("\n");
    const entries = "/XObject << /F1 100003 0 R /F2 100004 0 R >>";
    const text = await textOf(layered("/OFF [100001 0 R]", content, forms, entries));
    expect(text).not.toMatch(/Inner|Gasket/);
    expect(text.match(/Bolts of steel/g)).toHaveLength(1);
  });

  it("does not affect white text on a dark ground in a visible layer", async () => {
    const content = inLayer("A", `0 g 60 690 300 30 re f 1 g ${shown("White on black", 700)} 0 g`);
    expect(await textOf(layered("/OFF [100001 0 R]", content))).toContain("White on black");
  });

  it("does not affect a scan's invisible text in a visible layer", async () => {
    const picture = {
      pixels: new Uint8Array(100 * 100).map((_, at) => (at % 7 === 0 ? 0 : 255)),
      width: 100,
      height: 100,
    };
    const content = inLayer("A", `3 Tr ${shown("Recognised before, in a layer of its own", 700)} 0 Tr`);
    const text = await textOf({ ...layered("/OFF [100001 0 R]", content), pictures: { 0: picture } });
    expect(text).toContain("Recognised before");
  });

  it("is processed within 30 seconds on a page with thousands of layer changes", async () => {
    const content = Array.from({ length: 3_000 }, (_, at) =>
      inLayer(at % 2 === 0 ? "A" : "B", shown(`word${at}`, 700)),
    ).join(" ");
    await readPdf(buildPdf(layered("/OFF [100001 0 R]", content)));
  }, 30_000);
});
