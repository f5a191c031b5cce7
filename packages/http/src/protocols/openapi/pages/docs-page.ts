/** HTML of the page at /docs. Its paths are relative, so it also works behind a proxy that adds a prefix. */
export const DOCS_HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>API reference · Quarry</title>
    <link rel="icon" type="image/svg+xml" href="docs/quarry.svg">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <link rel="stylesheet" href="docs/theme.css">
    <link rel="stylesheet" href="docs/quarry.css">
    <script src="docs/theme.js"></script>
  </head>
  <body>
    <a class="skip" href="#docs">Skip to the reference</a>
    <header class="bar">
      <a class="brand" href="console"><img src="docs/quarry.svg" alt="" width="24" height="24">Quarry</a>
      <nav aria-label="Quarry">
        <a href="console">Console</a>
        <a href="docs" aria-current="page">API reference</a>
      </nav>
      <label class="theme">
        <span>Theme</span>
        <select id="theme">
          <option value="system">System</option>
          <option value="light">Light</option>
          <option value="dark">Dark</option>
        </select>
      </label>
    </header>
    <noscript>This page needs JavaScript. The contract itself is at <a href="openapi.json">openapi.json</a>.</noscript>
    <main id="docs" tabindex="-1"></main>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/quarry.js"></script>
  </body>
</html>
`;

/** Icon of the product. */
export const DOCS_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <path d="M4 22 16 28 28 22 16 16Z" fill="#0f766e"/>
  <path d="M4 16 16 22 28 16 16 10Z" fill="#14988c"/>
  <path d="M4 10 16 16 28 10 16 4Z" fill="#4fd1c0"/>
</svg>
`;

/**
 * Starts the user interface. The validator is disabled, because it would send the contract to a third-party server. The
 * plugin removes obstacles for people who can't see the page: links inside buttons (the address still names the open
 * operation), and the choice of a server if there is only one.
 */
export const DOCS_SCRIPT = `const ForAll = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => ({ text }) => React.createElement("span", null, text),
    ServersContainer: () => () => null,
  },
});

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  syntaxHighlight: { theme: "agate" },
  plugins: [ForAll],
  onComplete: () => {
    const filter = document.querySelector(".operation-filter-input");
    filter?.setAttribute("aria-label", filter.placeholder);
  },
});
`;
