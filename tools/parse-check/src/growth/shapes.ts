/**
 * Repeated units: unclosed opening marks, closing marks without an opening one, and marks that have a meaning in pairs.
 */
const UNITS: readonly string[] = [
  ..."a|a |A b |- |* |**|_a_ |`|``` |~~~\n|> |># |[|]|[a](|[a]: b\n|![|](|<|<a |<a>|</a>|<!--|-->|<![CDATA[|]]>|<!|<?|<b><i>|<p>".split(
    "|",
  ),
  ..."<div>|<td>|<tr><td>|<table>|<li>|<ul><li>|<script>|<style>|<h1>|<math>|<svg>|<svg><a>|<select><option>|<ruby><rt>".split(
    "|",
  ),
  ...'<sup>1</sup>|&|&amp;|&#|&#x41;|&lt|a&b;|=|a=b |\'|"|"a",|,|;|\t|\n|\n\n|\r|\r\n|\\|{|{}|{"a":|[1,|1.|1) a\n|1. a\n|0'.split(
    "|",
  ),
  ..."1,000|- a\n|  - a\n| - |  \n|a  \n|\u00a0|\u200b|\u0301|ß|漢|ก|👨‍👩‍👧|\u2028|$|$a$ |[^1]|[^1]: a\n|---\n|===\n|...|a.|e.g. ".split(
    "|",
  ),
  ...'aB|a-|1-|a_|http://a |a@b |@|/a|\\a|::|.a|(|((|“|«a» |a⁷|%41|\u0000|\u001b[|\u001b[1m|\f|<br>|<p a="|~a~ |½|— |Mr. '.split(
    "|",
  ),
  ..."a:\n|a: [|key: |? |*a |- - |a,b\n|\"a\nb\",c\n|word1 |\n#a|\n=|\n    a|<pre>|<code>|<a href='b'>c</a>|<meta charset=".split(
    "|",
  ),
  ..."<title>|<!DOCTYPE |<!ENTITY a 'b'>|<template>|<b>a</p>|<a><table>|<font>|<form>".split("|"),
  "|",
  "|a",
  "|-",
  "a|b\n-|-\n",
];

/** Markup around the units, by file type. */
const FRAMES: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  txt: [["", ""]],
  md: [
    ["", ""],
    ["---\na: ", "\n---\nx"],
    ["# ", "\n"],
    ["| a |\n|---|\n|", "|"],
  ],
  html: [
    ["<p>", "</p>"],
    ["<html><head><style>", "</style></head>x"],
    ["<table><tr><td>", "</td></tr></table>"],
    ['<p title="', '">x</p>'],
  ],
  csv: [
    ["a,b\n", ""],
    ['a,b\n"', '"\n'],
  ],
  tsv: [["a\tb\n", ""]],
  json: [
    ['["', '"]'],
    ['{"title":"', '","b":1}'],
    ['{"language":"', '!","t":"x"}'],
  ],
  xml: [
    ["<d><p>", "</p></d>"],
    ['<d xml:lang="', '"><t>x</t></d>'],
  ],
};

/** A text of one kind, of any length. */
export interface Shape {
  readonly what: string;
  readonly fileType: string;
  readonly make: (bytes: number) => Buffer;
}

export const shapes: readonly Shape[] = Object.entries(FRAMES).flatMap(([fileType, frames]) =>
  frames.flatMap(([before, behind]) =>
    UNITS.map((unit): Shape => {
      const written = fileType === "json" ? JSON.stringify(unit).slice(1, -1) : unit;
      return {
        what: `${fileType} of ${JSON.stringify(before)} and many ${JSON.stringify(unit)}`,
        fileType,
        make: (bytes) => Buffer.from(before + written.repeat(Math.ceil(bytes / Buffer.byteLength(written))) + behind),
      };
    }),
  ),
);
