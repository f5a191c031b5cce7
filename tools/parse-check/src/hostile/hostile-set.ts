import { amplifiers } from "./amplifiers.ts";
import { bombs } from "./bombs.ts";
import { encrypted } from "./encrypted.ts";
import { entities } from "./entities.ts";
import type { HostileFile } from "./hostile-file.ts";
import { markups } from "./markups.ts";
import { misnamed } from "./misnamed.ts";
import { nesting } from "./nesting.ts";
import { packages } from "./packages.ts";
import { pdfs } from "./pdfs.ts";
import { pictures } from "./pictures.ts";
import { sheets } from "./sheets.ts";
import { texts } from "./texts.ts";
import { truncated } from "./truncated.ts";

/** Every hostile file, by group. */
export const hostileSet = async (): Promise<readonly HostileFile[]> => [
  ...encrypted,
  ...entities,
  ...nesting,
  ...packages,
  ...pdfs,
  ...pictures,
  ...sheets,
  ...texts,
  ...markups,
  ...(await truncated()),
  ...(await misnamed()),
  ...amplifiers,
  ...bombs,
];
