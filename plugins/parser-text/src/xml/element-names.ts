const names = (list: string): ReadonlySet<string> => new Set(list.split(" "));

/** Paragraph elements of documents in DocBook, TEI, JATS, DITA, HTML and the like. */
export const PARAGRAPHS = names("p para simpara formalpara ab l lg blockquote shortdesc claim-text disp-quote");
export const LIST_ITEMS = names("li listitem list-item");
export const HEADINGS = names("head heading h1 h2 h3 h4 h5 h6 bridgehead");
/** Title elements, regardless of the markup in them. */
export const TITLES = names("title subtitle article-title invention-title name caption term titleabbrev");
export const CODE = names("pre programlisting screen literallayout codeblock sourcecode");
export const ROWS = names("tr row");
export const CELLS = names("td th entry cell entrytbl");
/** Inline elements within running text. */
export const INLINE = names(
  "a b i u em strong emphasis emph hi sub sup subscript superscript br lb pb ref xref ulink link span font tt code literal " +
    "filename command option replaceable userinput phrase foreign foreignphrase citetitle firstterm quote q abbr acronym " +
    "italic bold monospace underline sc smallcaps figref claim-ref math maths ext-link email ph uicontrol keyword",
);
/** Empty elements that break a line or a page. */
export const BREAKS = names("br lb break pb cb linebreak line-break softbreak hardbreak newline tab");
/** Note elements within the text they belong to. */
export const NOTES = names("note footnote fn endnote");
/** Elements of XHTML and SVG whose content is not displayed, or would split the word around it. */
export const IGNORED = names("script style rt rtc rp");
/** Source annotations that repeat a formula. */
export const ANNOTATIONS = names("annotation annotation-xml");
/** Superscript elements, which can be note marks. */
export const RAISED = names("sup superscript");
/** Elements that interrupt running text. */
export const BLOCKS = names(
  "table tgroup tbody thead tfoot ul ol dl list itemizedlist orderedlist variablelist section sec div figure fig sect1 sect2 " +
    "sect3 sect4 sect5 chapter article body",
);
