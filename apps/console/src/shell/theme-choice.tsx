import { useState } from "react";
import { shell as shellTexts } from "../strings/shell.ts";
import { Select } from "../ui/field.tsx";

type Theme = "light" | "dark" | "system";

/** Storage key, shared with /docs. public/theme.js reads it before the first paint. */
const STORED = "quarry.theme";

const read = (): Theme => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === "light" || chosen === "dark" ? chosen : "system";
};

const apply = (theme: Theme): void => {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // A browser without storage applies the theme until the page is left.
  }
};

/** Choice of light, dark, or the system's theme. */
export function ThemeChoice() {
  const [theme, setTheme] = useState(read);
  const { label, ...names } = shellTexts.theme;
  return (
    <Select
      label={label}
      isLabelHidden
      value={theme}
      onChange={(chosen) => {
        apply(chosen);
        setTheme(chosen);
      }}
      options={(["system", "light", "dark"] as const).map((value) => ({ value, label: names[value] }))}
    />
  );
}
