/** The page at /docs. Paths are relative, so that it also works behind a proxy that puts a prefix in front. */
export const DOCS_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Quarry API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/quarry.css">
    <script src="docs/theme.js"></script>
  </head>
  <body>
    <noscript>This page needs JavaScript. The contract itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    <main id="docs"></main>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/quarry.js"></script>
  </body>
</html>
`;

/** Chooses light or dark before anything is painted, and follows the system when it changes its mind. */
export const DOCS_THEME_SCRIPT = `const dark = matchMedia("(prefers-color-scheme: dark)");
const apply = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", apply);
apply();
`;

/** Starts the user interface. No validator: it would send the contract to someone else's server. */
export const DOCS_SCRIPT = `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { theme: "agate" },
});
`;

export const DOCS_STYLE = `html {
  background: #fff;
}

html.dark-mode {
  background: #1c2022;
}

body {
  margin: 0;
}

noscript {
  display: block;
  margin: 2rem;
  font-family: system-ui, sans-serif;
}

.swagger-ui .wrapper {
  max-width: 75rem;
}

.swagger-ui .info {
  margin: 2rem 0 1rem;
}

.swagger-ui .scheme-container {
  margin-bottom: 1rem;
  padding: 1rem 0;
  box-shadow: none;
}
`;
