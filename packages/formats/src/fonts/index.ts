export { type SymbolFont, symbolFontOf, symbolText } from "./symbol-fonts.ts";
