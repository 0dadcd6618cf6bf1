import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { HINT_EVENTS } from "./words/hint.ts";

const indigo: MantineColorsTuple = [
  "#f2f4ff",
  "#e0e4ff",
  "#c3c9ff",
  "#a5aeff",
  "#8b97ff",
  "#6572f2",
  "#4c5ae8",
  "#3b49df",
  "#2d39b8",
  "#232c8f",
];
const ink: MantineColorsTuple = [
  "#eceefa",
  "#c7cce0",
  "#a4abc4",
  "#7a819c",
  "#4a5069",
  "#363c52",
  "#262b3d",
  "#181b28",
  "#0f111a",
  "#0a0c13",
];

/** Mantine's, with those that buttons are filled with dark enough for white letters. */
const red: MantineColorsTuple = [
  "#fff5f5",
  "#ffe3e3",
  "#ffc9c9",
  "#ffa8a8",
  "#ff8787",
  "#ff6b6b",
  "#d92d20",
  "#c92a2a",
  "#b3261e",
  "#991b1b",
];

/** The list itself scrolls: a box around it would be one that keys cannot reach. */
const options = {
  withScrollArea: false,
  styles: { options: { maxHeight: 250, overflowY: "auto" } },
};

/** A dialog's close button has a name, and its heading is not a second banner of the page. */
const dialog = {
  // Each is closed by it while it is the topmost: useTopClose.
  closeOnEscape: false,
  closeButtonProps: { "aria-label": "Close" },
  attributes: { header: { role: "presentation" } },
  overlayProps: { backgroundOpacity: 0.4 },
};

/** The look of the dashboard: quiet grounds, one accent, figures that line up. */
export const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  colors: { indigo, red, dark: ink },
  defaultRadius: "md",
  cursorType: "pointer",
  respectReducedMotion: true,
  fontFamily: 'Inter, "Inter Fallback", system-ui, sans-serif',
  headings: { fontWeight: "650" },
  components: {
    Tooltip: {
      defaultProps: {
        events: HINT_EVENTS,
        ...{ withArrow: true, openDelay: 200, multiline: true, maw: 320 },
        // What it explains, and the name of that, stand above.
        position: "bottom" as const,
        // A hint of several sentences may give each a line of its own.
        styles: { tooltip: { whiteSpace: "pre-line" } },
      },
    },
    Modal: { defaultProps: { centered: true, radius: "lg", ...dialog } },
    Drawer: { defaultProps: dialog },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Badge: { defaultProps: { tt: "none", variant: "light" } },
    // What is chosen is changed, not taken away by a second click.
    Select: { defaultProps: { openOnFocus: false, allowDeselect: false, ...options } },
    MultiSelect: {
      defaultProps: {
        openOnFocus: false,
        ...options,
        // What is typed has room beside what is chosen, not on a line of its own.
        styles: { ...options.styles, inputField: { minWidth: 24 } },
      },
    },
    Autocomplete: { defaultProps: options },
    TagsInput: { defaultProps: options },
    ColorInput: {
      defaultProps: { eyeDropperButtonProps: { "aria-label": "Take a colour from the screen" } },
    },
    Table: { defaultProps: { verticalSpacing: "xs", highlightOnHoverColor: "var(--tint)" } },
    Notification: {
      defaultProps: { closeButtonProps: { "aria-label": "Close" } },
      styles: { description: { color: "var(--mantine-color-text)" } },
    },
  },
});

/** Colours of text and ground that reach WCAG AA on each other. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-body": "#f5f6fa",
    "--mantine-color-text": "#171a2b",
    "--mantine-color-dimmed": "#565d76",
    "--mantine-color-placeholder": "#6b7289",
    "--card": "#ffffff",
    "--line": "#e3e6ef",
    "--mantine-color-error": "#b3261e",
    "--good": "#0b7a4b",
    "--bad": "#b3261e",
    "--ahead": "#2563eb",
    "--behind": "#d97706",
    "--heat": "38%",
    "--accent": "#3b49df",
    "--tint": "#f2f4ff",
    "--mark": "#fff1b8",
    "--skeleton": "#e9ebf2",
    "--mantine-color-green-light-color": "#076b41",
    "--mantine-color-teal-light-color": "#0a6355",
    "--mantine-color-orange-light-color": "#8a4600",
    "--mantine-color-yellow-light-color": "#7a5600",
    "--mantine-color-red-light-color": "#a61e17",
  },
  dark: {
    "--mantine-color-body": "#0f111a",
    "--mantine-color-text": "#eceefa",
    "--mantine-color-dimmed": "#a4abc4",
    "--mantine-color-placeholder": "#9299b3",
    "--card": "#181b28",
    "--line": "#2c3145",
    "--mantine-color-error": "#ff9b92",
    "--good": "#5fd3a0",
    "--bad": "#ff9b92",
    "--ahead": "#4f83ff",
    "--behind": "#ff6a00",
    "--heat": "60%",
    "--accent": "#8b97ff",
    "--tint": "#1f2440",
    "--mark": "#574a25",
    "--skeleton": "#262b3d",
    "--mantine-color-gray-light": "#2c3145",
    "--mantine-color-gray-light-color": "#c7cce0",
    "--mantine-color-red-light": "#3b2027",
    "--mantine-color-red-light-hover": "#4a272e",
    "--mantine-color-red-light-color": "#ff9b92",
    "--mantine-color-indigo-light": "#1f2440",
    "--mantine-color-indigo-light-color": "#a5aeff",
    "--mantine-color-green-light": "#16332a",
    "--mantine-color-green-light-color": "#5fd3a0",
    "--mantine-color-orange-light": "#3a2a1a",
    "--mantine-color-orange-light-color": "#ffb56b",
    "--mantine-color-yellow-light": "#3a3018",
    "--mantine-color-yellow-light-color": "#f2cb5c",
    "--mantine-color-teal-light": "#14322f",
    "--mantine-color-teal-light-color": "#5cd6c0",
  },
});
