import { amplifiers } from "./amplifiers.ts";
import { bombs } from "./bombs.ts";
import { encrypted } from "./encrypted.ts";
import { entities } from "./entities.ts";
import type { HostileFile } from "./hostile-file.ts";
import { markup } from "./markup.ts";
import { empty, misnamed, truncated } from "./mangled.ts";
import { nesting } from "./nesting.ts";
import { packages } from "./packages.ts";
import { pdf } from "./pdf.ts";
import { pictures } from "./pictures.ts";
import { sheets } from "./sheets.ts";
import { text } from "./text.ts";

/** Every hostile file, by group. */
export const hostileSet = async (): Promise<Readonly<Record<string, readonly HostileFile[]>>> => ({
  ...{ encrypted, entities, nesting, packages, pdf, pictures, sheets, text, markup },
  empty: await empty(),
  truncated: await truncated(),
  misnamed: await misnamed(),
  ...{ amplifiers, bombs },
});
