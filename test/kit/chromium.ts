import { existsSync } from "node:fs";

const PLACES = [
  process.env["CHROMIUM"],
  // Without the frame of windows, tabs and menus, it takes a third less work.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where a Chromium is on this machine, or undefined; set CHROMIUM to name another. */
export const chromiumPath = PLACES.find((path) => path !== undefined && existsSync(path));
