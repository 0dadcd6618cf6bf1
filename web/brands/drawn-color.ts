/** The ground of cards, as the theme has it. */
const CARD = { light: "#ffffff", dark: "#181b28" } as const;
/** WCAG 2.2, 1.4.11 asks so much of a line. */
const CONTRAST_MIN = 3;
/** All are so much lighter on dark ground at least, where thin lines look darker than they are. */
const WHITE_MIN = 15;

/** The colour of a brand as it is drawn: with as much black or white as a thin line takes to be seen on a card. */
export const drawnColor = (hex: string): string => `light-dark(${onLight(hex)}, ${onDark(hex)})`;

/** The server's colours of brands (a test holds them alike), for lines of what has none of its own. */
export const LINE_COLORS = [
  ..."#2563eb #be123c #ca8a04 #a78bfa #f472b6 #a21caf #0f766e #a16207".split(" "),
  ..."#16a34a #ea580c #0891b2 #7c3aed #65a30d #db2777 #0284c7 #dc2626".split(" "),
];

/** The colour of the n-th line. */
export const lineColor = (index: number): string =>
  drawnColor(LINE_COLORS[index % LINE_COLORS.length] ?? "");

export const onLight = (hex: string): string => seenOn(CARD.light, { hex, ink: 0, least: 0 });

export const onDark = (hex: string): string =>
  seenOn(CARD.dark, { hex, ink: 255, least: WHITE_MIN });

/** A colour with `least` percent of ink or more, until it is seen on a card. */
function seenOn(card: string, { hex, ink, least }: { hex: string; ink: number; least: number }) {
  let share = least;
  while (contrast(mixed(hex, ink, share), card) < CONTRAST_MIN) share += 1;
  return mixed(hex, ink, share);
}

const partsOf = (hex: string) =>
  [1, 3, 5].map((from) => Number.parseInt(hex.slice(from, from + 2), 16));

function mixed(hex: string, ink: number, share: number): string {
  const parts = partsOf(hex).map((part) => Math.round(part + ((ink - part) * share) / 100));
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
