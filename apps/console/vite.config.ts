import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { onlyEnglish } from "./build/only-english.ts";

// `npm run dev -w @quarry/console` serves the pages with hot reload, using the service at this address.
const service = process.env.QUARRY_URL ?? "http://127.0.0.1:8080";

export default defineConfig({
  base: "/console/",
  plugins: [react(), onlyEnglish()],
  build: {
    target: "es2023",
    // The content security policy allows only files of the service.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // React and the accessible components: about 160 KB compressed.
    chunkSizeWarningLimit: 700,
  },
  server: {
    proxy: Object.fromEntries(
      ["/console/trpc", "/console/api", "/health", "/docs", "/openapi.json"].map((path) => [path, service]),
    ),
  },
});
