// Settings of text recognition, shared by parsers and the config file. Does not load any OCR code.
export { type Recognition, recognitionSettings } from "./recognition-settings.ts";
