/** Colours of all formats, as six hexadecimal digits. */
export const theme = {
  ink: "1F2933",
  accent: "0F4C5C",
  highlight: "C8553D",
  muted: "6B7780",
  rule: "CBD2D9",
  surface: "F1F5F7",
  paper: "FFFFFF",
} as const;
