// Settings of text recognition, which parsers and the config file share. Loads nothing that reads pictures.
export { type Recognition, recognitionSettings } from "./recognition-settings.ts";
