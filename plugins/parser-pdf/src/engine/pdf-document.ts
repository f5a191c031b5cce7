import { closeSync, openSync } from "node:fs";
import { type ParsedDocumentInfo, ParserError, splitKeywords } from "@quarry/plugin";
import { authorOf, titleOf } from "./document-names.ts";
import type { Engine } from "./engine.ts";
import { FileAccess } from "./file-access.ts";
import { HiddenLayers } from "./hidden-layers.ts";
import { HiddenText } from "./hidden-text.ts";
import { type OutlineEntry, readOutline } from "./outline.ts";
import { parsePdfDate } from "./pdf-date.ts";
import { PdfPage } from "./pdf-page.ts";
import { Scratch } from "./scratch.ts";

/** The engine's error code for "needs a password". */
const PASSWORD_ERROR = 4;
const SECURITY_ERROR = 5;
/** Attachments are counted up to this number. */
const MAX_ATTACHMENTS = 1_000;

/** An open PDF. `close` frees all its memory outside the JavaScript heap. */
export class PdfDocument {
  readonly pageCount: number;
  readonly #isTagged: boolean;
  readonly #engine: Engine;
  readonly #handle: number;
  readonly #path: string;
  readonly #scratch: Scratch;
  readonly #release: () => void;
  #form: { readonly info: number; readonly environment: number } | undefined;

  private constructor(engine: Engine, handle: number, path: string, release: () => void) {
    this.#engine = engine;
    this.#handle = handle;
    this.#path = path;
    this.#scratch = new Scratch(engine);
    this.#release = release;
    this.pageCount = engine.FPDF_GetPageCount(handle);
    this.#isTagged = engine.FPDFCatalog_IsTagged(handle);
  }

  static open(engine: Engine, path: string, size: number): PdfDocument {
    const descriptor = openSync(path, "r");
    const access = new FileAccess(engine, descriptor, size);
    const release = () => {
      try {
        access.close();
      } finally {
        closeSync(descriptor);
      }
    };
    try {
      const handle = engine.FPDF_LoadCustomDocument(access.pointer, "");
      if (handle === 0) throw openError(engine.FPDF_GetLastError());
      return new PdfDocument(engine, handle, path, release);
    } catch (error) {
      release();
      throw error;
    }
  }

  info(): ParsedDocumentInfo {
    const title = titleOf(this.#metaText("Title"));
    const author = authorOf(this.#metaText("Author"));
    const createdAt = parsePdfDate(this.#metaText("CreationDate"));
    const modifiedAt = parsePdfDate(this.#metaText("ModDate"));
    const keywords = splitKeywords(this.#metaText("Keywords"));
    const language = this.#scratch.string((buffer, bytes) =>
      this.#engine.FPDFCatalog_GetLanguage(this.#handle, buffer, bytes),
    );
    return {
      pageCount: this.pageCount,
      ...(title && { title }),
      ...(author && { author }),
      ...(createdAt && { createdAt }),
      ...(modifiedAt && { modifiedAt }),
      ...(keywords.length > 0 && { keywords }),
      ...(language && { language }),
    };
  }

  /** Returns the names of the attached files. */
  attachments(): string[] {
    const count = Math.min(this.#engine.FPDFDoc_GetAttachmentCount(this.#handle), MAX_ATTACHMENTS);
    return Array.from({ length: Math.max(0, count) }, (_, index) => {
      const attachment = this.#engine.FPDFDoc_GetAttachment(this.#handle, index);
      const name = this.#scratch.string((buffer, bytes) =>
        this.#engine.FPDFAttachment_GetName(attachment, buffer, bytes),
      );
      return name.trim() || "a file without a name";
    });
  }

  /** Opens a page. Returns undefined if it is damaged. Close it before the document. */
  openPage(index: number): PdfPage | undefined {
    const page = this.#engine.FPDF_LoadPage(this.#handle, index);
    if (page === 0) return undefined;
    return new PdfPage({
      engine: this.#engine,
      scratch: this.#scratch,
      document: this.#handle,
      page,
      index,
      isTagged: this.#isTagged,
    });
  }

  /**
   * Returns a finder of text that readers don't see. Pages with larger pictures than `maxPicturePixels` are not drawn
   * for it.
   */
  hiddenText(maxPicturePixels: number): HiddenText {
    return new HiddenText(new HiddenLayers(this.#engine, this.#scratch, this.#handle, this.#path), maxPicturePixels);
  }

  /** Returns the outline entries by the index of their target page. */
  outline(): ReadonlyMap<number, readonly OutlineEntry[]> {
    return readOutline(this.#engine, this.#handle, this.#scratch);
  }

  /** Returns the handle for reading form fields, or 0 if the document has none. */
  formEnvironment(): number {
    if (this.#engine.FPDF_GetFormType(this.#handle) === 0) return 0;
    this.#form ??= this.#openForm();
    return this.#form.environment;
  }

  /** After a crash the engine can't free anything, but the file is closed anyway. */
  close(): void {
    try {
      if (this.#form !== undefined) {
        this.#engine.PDFiumExt_ExitFormFillEnvironment(this.#form.environment);
        this.#engine.PDFiumExt_CloseFormFillInfo(this.#form.info);
      }
      this.#engine.FPDF_CloseDocument(this.#handle);
      this.#scratch.close();
    } finally {
      this.#release();
    }
  }

  #openForm(): { info: number; environment: number } {
    const info = this.#engine.PDFiumExt_OpenFormFillInfo();
    return { info, environment: this.#engine.PDFiumExt_InitFormFillEnvironment(this.#handle, info) };
  }

  #metaText(key: string): string {
    return this.#scratch
      .string((buffer, bytes) => this.#engine.FPDF_GetMetaText(this.#handle, key, buffer, bytes))
      .trim();
  }
}

function openError(code: number): ParserError {
  if (code === PASSWORD_ERROR || code === SECURITY_ERROR) {
    return new ParserError("encrypted", "the PDF is encrypted: remove the password and upload it again");
  }
  return new ParserError("corrupt", "the PDF is damaged or cut off: open it, save it again and upload that copy");
}
