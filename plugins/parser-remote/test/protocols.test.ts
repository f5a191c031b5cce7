import { Schema } from "effect";
import { afterEach, describe, expect, it } from "vitest";
import plugin from "../src/index.ts";
import { answerJson, formOf, LoopbackService } from "./loopback-service.ts";
import { PDF_BYTES, readRemote } from "./read-remote.ts";

let service: LoopbackService;

afterEach(() => service.close());

describe("Tika", () => {
  const XHTML = `<html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="dc:creator" content="Ada Byron"/>
    <meta name="dcterms:created" content="2011-09-02T05:24:25Z"/><meta name="xmpTPg:NPages" content="2"/>
    <title>Pump manual</title></head><body>
    <div class="page"><h1>Pump</h1><p>It pumps
 clean <b>water</b> &amp; oil.</p><p class="list_Paragraph">&middot; <i>first</i> point</p></div>
    <div class="page"><table><tbody><tr><td>Part</td><td>Price</td></tr><tr><td><p>valve</p><p>steel</p></td><td>12</td></tr></tbody></table></div>
    <div class="slide-master-content"><p>Click to edit</p></div></body></html>`;

  it("receives the unchanged file, and its XHTML is read as blocks with pages", async () => {
    service = await LoopbackService.start((_received, response) => {
      // Segments that split a tag and a character.
      const bytes = Buffer.from(XHTML.replace("oil", "öil"));
      response.writeHead(200, { "content-type": "text/html" });
      response.write(bytes.subarray(0, 300));
      const middle = bytes.indexOf("ö") + 1;
      response.write(bytes.subarray(300, middle));
      response.end(bytes.subarray(middle));
    });
    const settings = { protocol: "tika", url: `${service.url}/`, headers: { "X-Tika-OCRLanguage": "eng" } };
    const { blocks, info } = await readRemote(settings);
    expect(service.received).toMatchObject([
      { method: "PUT", path: "/tika", headers: { accept: "text/html", "x-tika-ocrlanguage": "eng" } },
    ]);
    expect(service.received[0]!.body.equals(PDF_BYTES)).toBe(true);
    expect(info).toEqual({
      title: "Pump manual",
      author: "Ada Byron",
      createdAt: "2011-09-02T05:24:25.000Z",
      pageCount: 2,
    });
    expect(blocks).toEqual([
      { kind: "heading", level: 1, text: "Pump", page: 1 },
      { kind: "paragraph", text: "It pumps clean water & öil.", page: 1 },
      { kind: "list_item", text: "first point", page: 1 },
      { kind: "table_header", text: "Part | Price", page: 2, tableId: 1 },
      { kind: "table_row", text: "valve steel | 12", page: 2, tableId: 1 },
    ]);
  });

  it("reads file types added in the settings, whatever their first bytes", async () => {
    service = await LoopbackService.start((_received, response) => void response.end("<html><p>A book.</p></html>"));
    const settings = { protocol: "tika", url: service.url, fileTypes: ["epub"] };
    const decoded = Schema.decodeUnknownSync(plugin.settings)(settings);
    expect(plugin.capabilitiesFor!(decoded).fileTypes).toEqual([...plugin.capabilities.fileTypes, "epub"]);
    const book = { filename: "book.epub", bytes: Buffer.from("PK\u0003\u0004 stands for a book") };
    expect((await readRemote(settings, book)).blocks).toMatchObject([{ kind: "paragraph", text: "A book." }]);
  });

  it("splits a long text into blocks without loss", async () => {
    const words = Array.from({ length: 40_000 }, (_, index) => `word${index}`);
    service = await LoopbackService.start((_received, response) => {
      response.end(`<html><body><p>${words.join(" ")}</p></body></html>`);
    });
    const { blocks } = await readRemote({ protocol: "tika", url: service.url });
    expect(blocks.length).toBeGreaterThan(3);
    expect(blocks.map(({ text }) => text).join(" ")).toBe(words.join(" "));
  });

  it("respects the limits of pages and text", async () => {
    service = await LoopbackService.start((_received, response) => {
      response.end('<html><body><div class="page"><p>one</p></div><div class="page"><p>two</p></div></body></html>');
    });
    const settings = { protocol: "tika", url: service.url };
    await expect(readRemote(settings, { limits: { maxPages: 1 } })).rejects.toMatchObject({ reason: "limit" });
    await expect(readRemote(settings, { limits: { maxTextCharacters: 5 } })).rejects.toMatchObject({ reason: "limit" });
  });
});

describe("Docling Serve", () => {
  const text = (label: string, value: string, page: number, more = {}) => ({
    self_ref: "#/texts/0",
    label,
    text: value,
    orig: value,
    children: [],
    prov: [{ page_no: page, bbox: {}, charspan: [0, 1] }],
    ...more,
  });
  const cell = (value: string, isHeader: boolean) => ({
    text: value,
    column_header: isHeader,
    row_span: 1,
    col_span: 1,
  });
  const reference = (path: string) => ({ $ref: `#/${path}` });
  const document = {
    schema_name: "DoclingDocument",
    version: "1.10.0",
    body: { children: [reference("texts/0"), reference("groups/0"), reference("tables/0"), reference("pictures/0")] },
    groups: [{ label: "list", children: [reference("texts/1"), reference("texts/2"), reference("groups/0")] }],
    texts: [
      text("section_header", "Pump", 1, { level: 1 }),
      text("list_item", "first  point", 1),
      text("list_item", "second point", 2),
      text("page_footer", "page 1 of 2", 1),
      text("caption", "A pump", 2),
    ],
    tables: [
      {
        label: "table",
        children: [],
        prov: [{ page_no: 2 }],
        data: {
          grid: [
            [cell("Part", true), cell("Price", true)],
            [cell("valve", false), cell("12", false)],
          ],
        },
      },
    ],
    pictures: [{ label: "picture", children: [reference("texts/4"), reference("texts/3")], prov: [] }],
    pages: { 1: {}, 2: {} },
  };

  it("receives a form, and its document is read as blocks in the order of its tree", async () => {
    service = await LoopbackService.start(
      answerJson({
        status: "partial_success",
        errors: [{ error_message: "page 3 is damaged" }],
        document: { json_content: document },
      }),
    );
    const settings = {
      protocol: "docling",
      url: service.url,
      options: { do_ocr: false },
      headers: { "X-Api-Key": "k" },
    };
    const { blocks, info } = await readRemote(settings);
    const [received] = service.received;
    expect(received).toMatchObject({ method: "POST", path: "/v1/convert/file", headers: { "x-api-key": "k" } });
    const form = await formOf(received!);
    expect([form.get("to_formats"), form.get("do_ocr")]).toEqual(["json", "false"]);
    const file = form.get("files") as File;
    expect([file.name, Buffer.from(await file.arrayBuffer()).equals(PDF_BYTES)]).toEqual(["report.pdf", true]);
    expect(info).toEqual({ pageCount: 2, warnings: ["page 3 is damaged"] });
    expect(blocks).toEqual([
      { kind: "heading", level: 2, text: "Pump", page: 1 },
      { kind: "list_item", text: "first point", page: 1 },
      { kind: "list_item", text: "second point", page: 2 },
      { kind: "table_header", text: "Part | Price", page: 2, tableId: 1 },
      { kind: "table_row", text: "valve | 12", page: 2, tableId: 1 },
      { kind: "paragraph", text: "A pump", page: 2 },
    ]);
  });

  it("passes on why a file can't be read", async () => {
    service = await LoopbackService.start(answerJson({ status: "failure", errors: [{ error_message: "no pages" }] }));
    await expect(readRemote({ protocol: "docling", url: service.url })).rejects.toMatchObject({
      reason: "corrupt",
      message: "the parsing service can't read the file: no pages",
    });
  });
});

describe("Unstructured", () => {
  it("receives a form, and its elements are read as blocks", async () => {
    const element = (type: string, text: string, metadata = {}) => ({
      type,
      text,
      element_id: "e",
      metadata: { page_number: 1, languages: ["eng"], ...metadata },
    });
    service = await LoopbackService.start(
      answerJson([
        element("Header", "ACME confidential"),
        element("Title", "Pump", { category_depth: 1 }),
        element("NarrativeText", "It pumps water."),
        element("ListItem", "first point"),
        element("Table", "Part Price valve 12", {
          page_number: 2,
          text_as_html: "<table><thead><th>Part</th><th>Price</th></thead><tr><td>valve</td><td>12</td></tr></table>",
        }),
        element("Table", "no html here", { page_number: 2, text_as_html: null }),
      ]),
    );
    const { blocks, info } = await readRemote({
      protocol: "unstructured",
      url: service.url,
      options: { strategy: "fast" },
    });
    const form = await formOf(service.received[0]!);
    expect([form.get("strategy"), form.get("output_format")]).toEqual(["fast", "application/json"]);
    expect(info).toEqual({ pageCount: 2 });
    expect(blocks).toEqual([
      { kind: "heading", level: 2, text: "Pump", page: 1 },
      { kind: "paragraph", text: "It pumps water.", page: 1 },
      { kind: "list_item", text: "first point", page: 1 },
      { kind: "table_header", text: "Part | Price", page: 2, tableId: 1 },
      { kind: "table_row", text: "valve | 12", page: 2, tableId: 1 },
      { kind: "paragraph", text: "no html here", page: 2 },
    ]);
  });
});
