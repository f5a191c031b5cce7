import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { makeBmp } from "./make-bmp.ts";
import { frames, picture, writer } from "./make-images.ts";

const page = picture("LEDGER 1893");
const phrases = [{ text: "LEDGER 1893", page: null }];
const firstFrame = [{ text: "LEDGER 1893", page: 1 }];
const two = await frames(page, picture("HARBOUR")).tiff({ compression: "lzw" }).toBuffer();
const jpeg = await writer(page).jpeg().toBuffer();

parserConformance(plugin, {
  files: [
    { filename: "scan.png", bytes: await writer(page).png().toBuffer(), phrases },
    { filename: "scan.jpg", bytes: jpeg, phrases },
    { filename: "scan.jpeg", bytes: jpeg, phrases },
    { filename: "scan.tiff", bytes: two, phrases: [...firstFrame, { text: "HARBOUR", page: 2 }] },
    { filename: "scan.tif", bytes: await writer(page).tiff().toBuffer(), phrases: firstFrame },
    { filename: "scan.bmp", bytes: makeBmp(page, { bits: 1 }), phrases },
    { filename: "scan.gif", bytes: await writer(page).gif().toBuffer(), phrases },
    { filename: "scan.webp", bytes: await writer(page).webp({ lossless: true }).toBuffer(), phrases },
  ],
  ownKinds: ["png", "gif", "jpeg", "webp"],
});
