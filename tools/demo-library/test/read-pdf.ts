import { init } from "@embedpdf/pdfium";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { oneLine, type Passage } from "./passage.ts";

const wasm = fileURLToPath(import.meta.resolve("@embedpdf/pdfium/pdfium.wasm"));

/** Reads the text of each page with PDFium, which shares no code with the writer. */
export const readPdf = async (file: string, bytes: Uint8Array): Promise<Passage[]> => {
  const pdfium = await init({ wasmBinary: new Uint8Array(readFileSync(wasm)).buffer });
  pdfium.PDFiumExt_Init();
  const { wasmExports } = pdfium.pdfium as unknown as { wasmExports: WasmMemory };
  const address = wasmExports.malloc(bytes.length);
  (pdfium.pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8.set(bytes, address);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, "");
  if (document === 0) throw new Error(`PDFium can't open ${file}`);
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    const textPage = pdfium.FPDFText_LoadPage(page);
    const characters = pdfium.FPDFText_CountChars(textPage);
    const buffer = wasmExports.malloc((characters + 1) * 2);
    pdfium.FPDFText_GetText(textPage, 0, characters, buffer);
    const text = pdfium.pdfium.UTF16ToString(buffer);
    wasmExports.free(buffer);
    pdfium.FPDFText_ClosePage(textPage);
    pdfium.FPDF_ClosePage(page);
    return { file, page: index + 1, section: null, text: oneLine(text) };
  });
};

interface WasmMemory {
  malloc(size: number): number;
  free(address: number): void;
}
