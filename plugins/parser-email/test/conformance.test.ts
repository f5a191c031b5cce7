import { parserConformance } from "@quarry/plugin-testkit";
import plugin from "../src/index.ts";
import { attached, eml, HEADERS, multipart, part, plainMail } from "./build-eml.ts";

parserConformance(plugin, {
  files: [
    {
      filename: "plain.eml",
      bytes: plainMail,
      phrases: [
        { text: "The pump lifts water by twelve metres.", page: null },
        { text: "From: Jürgen Pump <Juergen@Pumps.example>", page: null },
        { text: "What does the pump lift?", page: null },
      ],
      headings: [["Größe der Pumpe", 1]],
    },
    {
      filename: "laid-out.eml",
      bytes: eml(
        ...HEADERS,
        ...multipart(
          "mixed",
          multipart(
            "alternative",
            part("text/plain", "plain words"),
            part(
              "text/html",
              "<h2>Parts</h2><table><tr><th>Part</th><th>Price</th></tr><tr><td>Valve</td><td>12.50</td></tr></table>",
            ),
          ),
          attached("seal.txt", "text/plain", new TextEncoder().encode("Seals last two years.")),
        ),
      ),
      phrases: [{ text: "Part | Price" }, { text: "Valve | 12.50" }],
      headings: [["Parts", 2]],
    },
  ],
});
