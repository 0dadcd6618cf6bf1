import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** How the dashboard is bundled; the server serves what comes out. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1_000,
    // What eight pages or more share is one file, and so are icons: half as many requests for the first page.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "icons", test: /@tabler/, minShareCount: 2 },
            { name: "common", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
