/** Export of a wiki: two articles, a redirect, and a talk page. */
export const WIKI_EXPORT = `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
  <siteinfo>
    <sitename>Harbour wiki</sitename>
    <namespaces>
      <namespace key="0" case="first-letter" />
      <namespace key="6" case="first-letter">File</namespace>
      <namespace key="14" case="first-letter">Category</namespace>
    </namespaces>
  </siteinfo>
  <page>
    <title>Pilots</title>
    <ns>0</ns>
    <id>1</id>
    <revision>
      <text bytes="320" xml:space="preserve">'''Pilots''' board ships at the [[outer buoy|buoy]] of Zoë&amp;nbsp;Roads.{{cite|log}}

== Duty ==
[[File:Cutter.jpg|thumb|The [[cutter]]]]
* night watch
* day watch

=== Signals ===
{| class="wikitable"
! Flag !! Meaning
|-
| G || I require a pilot
|}
[[Category:People]]</text>
    </revision>
  </page>
  <page>
    <title>Pilot</title>
    <ns>0</ns>
    <redirect title="Pilots" />
    <revision><text>#REDIRECT [[Pilots]]</text></revision>
  </page>
  <page>
    <title>Talk:Pilots</title>
    <ns>1</ns>
    <revision><text>Is this right?</text></revision>
  </page>
  <page>
    <title>Tides</title>
    <ns>0</ns>
    <revision>
      <text>High water is at noon.
&lt;syntaxhighlight lang="text"&gt;
12:04  4.1 m
&lt;/syntaxhighlight&gt;</text>
    </revision>
  </page>
</mediawiki>
`;
