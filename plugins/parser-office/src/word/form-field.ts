import { attribute, isOn, type XmlAttributes } from "../archive/read-xml.ts";

/** Maximum number of list entries. Word itself allows 25. */
const MAX_ENTRIES = 1_000;
const CHECKED = "☒";
const UNCHECKED = "☐";

/** Definition of a legacy form field (checkbox, list or text input), which precedes its instruction. */
export class FormField {
  #kind: string | undefined;
  #default: string | undefined;
  #checked: boolean | undefined;
  #result: string | undefined;
  readonly #entries: string[] = [];

  /** Handles an element that describes the field. */
  open(name: string, attributes: XmlAttributes): void {
    const value = attribute(attributes, "val");
    if (name === "checked") this.#checked = isOn(value);
    else if (name === "default") this.#default = value ?? "1";
    else if (name === "result") this.#result = value;
    else if (name !== "listEntry") this.#kind = name;
    else if (this.#entries.length < MAX_ENTRIES) this.#entries.push(value ?? "");
  }

  /** Text of a field without a result text: checkboxes and lists never have one, text inputs only when filled in. */
  get text(): string {
    if (this.#kind === "checkBox") return (this.#checked ?? isOn(this.#default ?? "0")) ? CHECKED : UNCHECKED;
    if (this.#kind === "ddList") return this.#entries[Number(this.#result ?? this.#default ?? 0)] ?? "";
    return this.#kind === "textInput" ? (this.#default ?? "") : "";
  }
}
