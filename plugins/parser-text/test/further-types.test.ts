import { describe, expect, it } from "vitest";
import { blocksOf, readText, textsOf } from "./read-text.ts";

describe("Obsidian Markdown", () => {
  it("is read as Obsidian displays it", async () => {
    const text = [
      "> [!tip]- Mind the gap",
      "> Keep [[Rules#Quay|right]].",
      "",
      "> [!note]",
      "> Bare.",
      "",
      "See [[Harbour Rules]], [[Plan#North quay]] and ![[map.png|300]]: ==really **so**== %%not this%% #safety ^a1b2c3",
      "",
      "%%",
      "nor these",
      "lines",
      "%%",
      "",
      "`==code== [[x]] %%y%%`",
    ].join("\n");
    expect(textsOf(await readText("md", text))).toEqual([
      "Mind the gap\nKeep right.",
      "Note\nBare.",
      "See Harbour Rules, Plan > North quay and map.png: really so #safety",
      "==code== [[x]] %%y%%",
    ]);
  });

  it("retains unmatched markup characters as text", async () => {
    const text = "%% Section of a script\nx == y, 50%% of == it, [[ no link ] and 2^10\n\n%% Another";
    expect(textsOf(await readText("md", text))).toEqual([
      "%% Section of a script\nx == y, 50%% of == it, [[ no link ] and 2^10",
      "%% Another",
    ]);
  });
});

describe("links", () => {
  it("in Markdown have the addresses as written, including reference links", async () => {
    const text =
      "A [form](https://a.example/ü?x=1), [another][r], <b><a href='/c'>third</a></b>, [none](javascript:x).\n\n[r]: ../b.html\n";
    expect(blocksOf(await readText("md", text))[0]!.links).toEqual([
      { text: "form", url: "https://a.example/ü?x=1" },
      { text: "another", url: "../b.html" },
      { text: "third", url: "/c" },
    ]);
  });
});

describe("JSON with comments", () => {
  it("is read across read boundaries, and numbers retain their digits", async () => {
    const filler = `/* ${"* / ".repeat(30_000)}*/`;
    const json = `// settings\n{${filler}\n  "url": "http://x//y", // not in texts\n  "id": 9007199254740993, "list": [1, 2,],\n}\n// end`;
    const text = textsOf(await readText("json", json)).join("\n");
    expect(text).toContain("url: http://x//y");
    expect(text).toContain("id: 9007199254740993");
    expect(text).not.toContain("settings");
  });

  it.each(['{"a": 1 / 2}', '{"a": /* never closed', "[,]", "{,}", '{"a": 1,,}'])(
    "is rejected when malformed: %j",
    async (json) => {
      await expect(readText("json", json)).rejects.toMatchObject({ reason: "corrupt" });
    },
  );
});

describe("further types", () => {
  it("reads reStructuredText titles by their underlines", async () => {
    const rst =
      "=====\nPumps\n=====\n\nSee `the form <https://a.example/f>`_.\n\nParts\n-----\nA valve.\n\nSeals\n-----\n\nTwo.\n";
    const blocks = blocksOf(await readText("rst", rst));
    expect(blocks.map(({ kind, level, text }) => [kind, level, text])).toEqual([
      ["heading", 1, "Pumps"],
      ["paragraph", undefined, "See the form."],
      ["heading", 2, "Parts"],
      ["paragraph", undefined, "A valve."],
      ["heading", 2, "Seals"],
      ["paragraph", undefined, "Two."],
    ]);
    expect(blocks[1]!.links).toEqual([{ text: "the form", url: "https://a.example/f" }]);
  });

  it("reads a notebook cell by cell, with the text of its outputs", async () => {
    const notebook = {
      cells: [
        { cell_type: "markdown", source: ["# Pumps\n", "\n", "Two *valves*."] },
        {
          cell_type: "code",
          source: ["def f():\n", "    return 1"],
          outputs: [
            { output_type: "stream", text: ["done\n"] },
            { output_type: "display_data", data: { "text/plain": "Figure 1", "image/png": "iVBORw0KGgo" } },
            { output_type: "error", traceback: ["\u001b[31mZeroDivisionError\u001b[0m"] },
          ],
        },
      ],
    };
    expect(blocksOf(await readText("ipynb", JSON.stringify(notebook))).map(({ kind, text }) => [kind, text])).toEqual([
      ["heading", "Pumps"],
      ["paragraph", "Two valves."],
      ["code", "def f():\n    return 1"],
      ["code", "done"],
      ["code", "Figure 1"],
      ["code", "ZeroDivisionError"],
    ]);
    await expect(readText("ipynb", "[1]")).rejects.toMatchObject({ reason: "wrong_type" });
  });

  it("retains all lines and the indentation of code", async () => {
    const code = Array.from({ length: 400 }, (_, at) => `def f${at}():\n    if ${at}:\n        return ${at}\n`).join(
      "\n",
    );
    const blocks = blocksOf(await readText("py", code));
    expect(blocks.length).toBeGreaterThan(5);
    expect(new Set(blocks.map(({ kind }) => kind))).toEqual(new Set(["code"]));
    expect(blocks.map(({ text }) => text).join("\n\n")).toBe(code.trimEnd());
  });

  it("reads JSON Lines, and unknown types as text unless they are binary", async () => {
    expect(textsOf(await readText("jsonl", '{"a": "one"}\n{"a": "two"}\n')).join()).toContain("two");
    expect(textsOf(await readText("xyz", "Some words.\n"))).toEqual(["Some words."]);
    await expect(readText("yaml", Buffer.from("\x89PNG\r\n\x1a\n\0\0\0", "latin1"))).rejects.toMatchObject({
      reason: "wrong_type",
    });
  });
});
