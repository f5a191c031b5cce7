export { MalformedXml } from "./xml-error.ts";
export { type XmlAttribute, type XmlHandler, XmlTokenizer } from "./xml-tokenizer.ts";
