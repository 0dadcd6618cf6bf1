/** The ground of a card where it is dark, as the theme has it. */
const DARK_CARD = "#181b28";
/** WCAG 2.2, 1.4.11 asks so much of a line. */
const CONTRAST_MIN = 3;
/** All are so much lighter on dark ground at least, where thin lines look darker than they are. */
const WHITE_MIN = 15;

/** The colour of a brand as it is drawn: lighter where the ground is dark. */
export const drawnColor = (hex: string): string => `light-dark(${hex}, ${onDark(hex)})`;

/** A colour with as much white as a thin line of it takes to be seen on a dark card. */
export function onDark(hex: string): string {
  let white = WHITE_MIN;
  while (contrast(mixed(hex, white), DARK_CARD) < CONTRAST_MIN) white += 5;
  return mixed(hex, white);
}

const partsOf = (hex: string) =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

function mixed(hex: string, white: number): string {
  const parts = partsOf(hex).map((part) => Math.round(part + ((255 - part) * white) / 100));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function contrast(one: string, other: string): number {
  const [more = 0, less = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}

/** Relative luminance (WCAG 2.2). */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(hex).map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
