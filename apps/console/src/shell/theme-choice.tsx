import { useState } from "react";
import { shell as shellTexts } from "../strings/shell.ts";
import { Select } from "../ui/field.tsx";

type Theme = "light" | "dark" | "system";

/** Shared with /docs; read before anything is painted by public/theme.js. */
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
    // A browser that keeps nothing shows it until the page is left.
  }
};

/** Light, dark, or as the system says. */
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
