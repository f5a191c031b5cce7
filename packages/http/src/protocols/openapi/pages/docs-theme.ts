/**
 * Applies the light or dark theme before the first paint: the theme chosen here or in the console, which share the
 * choice, else the system's, including later changes. Swagger UI uses the class, our own styles the attribute.
 */
export const DOCS_THEME_SCRIPT = `const THEME = "quarry.theme";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

const chosenTheme = () => {
  try {
    const chosen = localStorage.getItem(THEME);
    return chosen === "light" || chosen === "dark" ? chosen : "system";
  } catch {
    // Without storage the theme follows the system.
    return "system";
  }
};

const applyTheme = () => {
  const chosen = chosenTheme();
  const theme = chosen === "system" ? (systemIsDark.matches ? "dark" : "light") : chosen;
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle("dark-mode", theme === "dark");
  const select = document.querySelector("#theme");
  if (select !== null) select.value = chosen;
};

applyTheme();
systemIsDark.addEventListener("change", applyTheme);
addEventListener("storage", applyTheme);
addEventListener("DOMContentLoaded", () => {
  applyTheme();
  document.querySelector("#theme").addEventListener("change", ({ target }) => {
    try {
      localStorage.setItem(THEME, target.value);
    } catch {
      // Applies until the page is closed.
    }
    applyTheme();
  });
});
`;

/** Colours and fonts of the console, which defines them in tokens.css; a browser test keeps the two equal. */
const LIGHT = `
  color-scheme: light;
  --surface: #faf9f7;
  --surface-raised: #ffffff;
  --surface-sunken: #f2f0ec;
  --surface-hover: #eeebe6;
  --line: #e4e0d9;
  --line-strong: #8d867b;
  --text: #1d1b18;
  --text-muted: #5f5a52;
  --text-on-accent: #ffffff;
  --accent: #0f766e;
  --accent-hover: #0b5f59;
  --accent-soft: #e0f2ef;
  --accent-text: #0b655e;
  --good: #15703a;
  --good-soft: #e3f4e8;
  --warn: #8a5300;
  --warn-soft: #fcf0d8;
  --bad: #b3261e;
  --bad-soft: #fbe6e3;
  --info: #1f5fa8;
  --info-soft: #e4eefa;
  --focus: #0f766e;
`;

const DARK = `
  color-scheme: dark;
  --surface: #161513;
  --surface-raised: #1e1d1a;
  --surface-sunken: #121110;
  --surface-hover: #2a2825;
  --line: #34312d;
  --line-strong: #7b756b;
  --text: #efece6;
  --text-muted: #b5aea3;
  --text-on-accent: #04211e;
  --accent: #3fc7b7;
  --accent-hover: #62d8ca;
  --accent-soft: #123833;
  --accent-text: #5fd3c5;
  --good: #6bd08f;
  --good-soft: #16331f;
  --warn: #f0b95a;
  --warn-soft: #3a2b10;
  --bad: #ff8a80;
  --bad-soft: #431c19;
  --info: #82b5f2;
  --info-soft: #17293f;
  --focus: #62d8ca;
`;

/** Styles of all pages at /docs: the console's theme, and its bar at the top. */
export const DOCS_THEME_STYLE = `:root {${LIGHT}
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
  --font-mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}

:root[data-theme="dark"] {${DARK}}

*,
*::before,
*::after {
  box-sizing: border-box;
}

html,
html.dark-mode {
  color: var(--text);
  background: var(--surface);
  font-family: var(--font);
  line-height: 1.5;
  -webkit-text-size-adjust: 100%;
}

body {
  margin: 0;
  font-size: 0.875rem;
}

a {
  color: var(--accent-text);
}

:focus-visible {
  outline: 2px solid var(--focus);
  outline-offset: 2px;
}

main:focus {
  outline: none;
}

.skip {
  position: absolute;
  top: -4rem;
  left: 1rem;
  z-index: 3;
  padding: 0.5rem 1rem;
  background: var(--surface-raised);
  border-radius: 0.5rem;
}

.skip:focus {
  top: 0.5rem;
}

.bar {
  position: sticky;
  top: 0;
  z-index: 2;
  display: flex;
  align-items: center;
  gap: 0.25rem 1.5rem;
  min-height: 3.25rem;
  padding: 0.5rem 1.5rem;
  background: var(--surface-raised);
  border-bottom: 1px solid var(--line);
}

.bar a {
  text-decoration: none;
}

.brand {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  color: var(--text);
  font-size: 1rem;
  font-weight: 600;
}

.bar nav {
  display: flex;
  gap: 0.25rem;
  margin-right: auto;
}

.bar nav a {
  padding: 0.375rem 0.625rem;
  color: var(--text-muted);
  border-radius: 0.5rem;
}

.bar nav a:hover {
  color: var(--text);
  background: var(--surface-hover);
}

.bar nav a[aria-current] {
  color: var(--accent-text);
  background: var(--accent-soft);
  font-weight: 600;
}

.theme {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  color: var(--text-muted);
}

.theme select {
  min-height: 2rem;
  padding: 0.25rem 0.5rem;
  color: var(--text);
  font: inherit;
  background: var(--surface-raised);
  border: 1px solid var(--line-strong);
  border-radius: 0.5rem;
}

noscript {
  display: block;
  margin: 2rem;
}

@media (max-width: 40rem) {
  .bar {
    flex-wrap: wrap;
    padding: 0.5rem 1rem;
  }

  .brand {
    flex: 1;
  }

  .bar nav {
    order: 3;
    width: 100%;
    margin: 0 -0.625rem;
  }

  .theme span {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
}
`;
