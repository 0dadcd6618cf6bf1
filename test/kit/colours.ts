/** A colour in linear light. */
type Colour = readonly [red: number, green: number, blue: number];
/** How colours look without one kind of cones (Machado, Oliveira, Fernandes 2009, severity 1), in linear light. */
export const EYES: Record<string, readonly [Colour, Colour, Colour]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  "no red": [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  "no green": [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  "no blue": [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Colour {
  const part = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

const dot = (a: Colour, b: Colour) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const luminance = (colour: Colour) => dot(colour, [0.2126, 0.7152, 0.0722]);

function lab(colour: Colour): Colour {
  const root = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root(dot(colour, [0.4124, 0.3576, 0.1805]) / 0.95047);
  const y = root(luminance(colour));
  const z = root(dot(colour, [0.0193, 0.1192, 0.9505]) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(hex: string, eyes: readonly [Colour, Colour, Colour]): Colour {
  const bounded = (row: Colour) => Math.min(1, Math.max(0, dot(linear(hex), row)));
  return lab([bounded(eyes[0]), bounded(eyes[1]), bounded(eyes[2])]);
}

/** How far apart two colours are to some eyes, in CIELAB: 2 is just seen side by side; ten and more is seen at a glance. */
export function apart(one: string, other: string, eyes: readonly [Colour, Colour, Colour]): number {
  const [a, b] = [seen(one, eyes), seen(other, eyes)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The contrast of two colours (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [more = 0, less = 0] = [one, other]
    .map((hex) => luminance(linear(hex)))
    .sort((a, b) => b - a);
  return (more + 0.05) / (less + 0.05);
}
