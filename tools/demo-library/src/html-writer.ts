import MarkdownIt from "markdown-it";
import { parseMarkdown } from "./markdown.ts";
import { theme } from "./theme.ts";

/** Writes a page that needs nothing but itself: styles inline, no script, no image. */
export const writeHtml = (source: string, author: string): string => {
  const headings = parseMarkdown(source).flatMap((block) => (block.kind === "heading" ? [block] : []));
  const title = headings[0]!.text;
  const links = headings
    .filter((heading) => heading.level === 2)
    .map((heading) => `        <li><a href="#${anchor(heading.text)}">${escapeHtml(heading.text)}</a></li>`);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="author" content="${escapeHtml(author)}">
    <title>${escapeHtml(title)}</title>
    <style>
${styles}
    </style>
  </head>
  <body>
    <nav aria-label="On this page">
      <ul>
${links.join("\n")}
      </ul>
    </nav>
    <main>
${renderMain(source)}    </main>
  </body>
</html>
`;
};

const renderMain = (source: string): string => {
  const markdown = new MarkdownIt();
  markdown.renderer.rules["heading_open"] = (tokens, index) => {
    const heading = tokens[index]!;
    return `<${heading.tag} id="${anchor(tokens[index + 1]!.content)}">`;
  };
  return markdown.render(source);
};

const anchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const styles = `      :root { color: #${theme.ink}; font: 17px/1.6 Georgia, "Times New Roman", serif; }
      body { display: grid; grid-template-columns: 13rem minmax(0, 46rem); gap: 3rem; margin: 3rem auto; max-width: 64rem; padding: 0 1.5rem; }
      nav { font: 14px/1.5 system-ui, sans-serif; }
      nav ul { list-style: none; margin: 0; padding: 0; position: sticky; top: 2rem; }
      nav li { margin: 0.4rem 0; }
      a { color: #${theme.accent}; }
      h1, h2, h3 { color: #${theme.accent}; font-family: system-ui, sans-serif; line-height: 1.25; }
      h1 { border-bottom: 3px solid #${theme.highlight}; font-size: 2.1rem; margin-top: 0; padding-bottom: 0.6rem; }
      h2 { margin-top: 2.6rem; }
      table { border-collapse: collapse; font: 15px/1.5 system-ui, sans-serif; margin: 1.2rem 0; width: 100%; }
      th { background: #${theme.accent}; color: #${theme.paper}; text-align: left; }
      th, td { border-bottom: 1px solid #${theme.rule}; padding: 0.45rem 0.7rem; vertical-align: top; }
      code { background: #${theme.surface}; font-size: 0.86em; padding: 0.1em 0.3em; }
      pre { background: #${theme.surface}; border-left: 4px solid #${theme.accent}; font-size: 15px; overflow-x: auto; padding: 1rem 1.2rem; }
      pre code { padding: 0; }
      @media (max-width: 52rem) { body { display: block; } nav ul { position: static; } }`;
