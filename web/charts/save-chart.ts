import { download } from "../widgets/download.ts";

const PADDING = 24;
const TITLE_HEIGHT = 38;
const ABOUT_LINE = 18;
const LEGEND_LINE = 20;
const TEXT_SIZE = 12;
const FONT = "system-ui, sans-serif";

/** Saves a chart as it is drawn, with a title and legend of its own, as SVG or as PNG of twice the size. */
export async function saveChart(
  svg: SVGSVGElement,
  {
    name,
    title,
    about,
    kind,
    lines,
    beside,
  }: {
    name: string;
    title: string;
    /** Whose numbers they are, of which days and filters. */
    about: readonly string[];
    kind: "png" | "svg";
    lines: readonly Named[];
    /** Where the names of the lines stand in the chart, if not above it. */
    beside: Beside | null;
  },
): Promise<void> {
  const width = svg.clientWidth + 2 * PADDING;
  const measure = makeRuler();
  const aboutLines = about.flatMap((line) => wrap(line, width - 2 * PADDING, measure));
  const top = PADDING + TITLE_HEIGHT + aboutLines.length * ABOUT_LINE;
  const legend = beside
    ? endsOf(lines, { top, ...beside })
    : legendOf(lines, { width, top, measure });
  const height = top + legend.height + svg.clientHeight + PADDING;
  const text = new XMLSerializer().serializeToString(
    framed(svg, { width, height, title, about: aboutLines, legend, plot_top: top + legend.height }),
  );
  if (kind === "svg") {
    download(`${name}.svg`, new Blob([text], { type: "image/svg+xml" }));
    return;
  }
  download(`${name}.png`, await toPng(text, { width, height }));
}

type Named = { id: string; name: string; color: string };
type Beside = { ends: ReadonlyMap<string, number>; left: number };
type Entry = { name: string; color: string; x: number; y: number };

type Measure = (text: string) => number;

/** Tells how wide a text is. */
function makeRuler(): Measure {
  const ruler = document.createElement("canvas").getContext("2d");
  if (ruler) ruler.font = `${TEXT_SIZE}px ${FONT}`;
  return (text) => ruler?.measureText(text).width ?? text.length * 7;
}

/** A text in lines of some width, broken between words. */
function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Where each name is at the end of its line. */
function endsOf(lines: readonly Named[], { top, ends, left }: Beside & { top: number }) {
  const entries = lines.map(({ id, name, color }) => ({
    ...{ name, color, x: PADDING + left + 10 },
    y: top + (ends.get(id) ?? 0) + 4,
  }));
  return { entries, height: 0 };
}

/** Where each name of the legend is: in rows as wide as the picture. */
function legendOf(
  lines: readonly Named[],
  { width, top, measure }: { width: number; top: number; measure: Measure },
) {
  const entries: Entry[] = [];
  let [x, y] = [PADDING, top + 8];
  for (const { name, color } of lines) {
    const taken = 34 + measure(name);
    if (x > PADDING && x + taken > width - PADDING) [x, y] = [PADDING, y + LEGEND_LINE];
    entries.push({ name, color, x, y });
    x += taken;
  }
  return { entries, height: y - top + 18 };
}

function framed(
  svg: SVGSVGElement,
  {
    width,
    height,
    title,
    about,
    legend,
    plot_top,
  }: {
    width: number;
    height: number;
    title: string;
    about: readonly string[];
    legend: { entries: readonly Entry[] };
    plot_top: number;
  },
): SVGSVGElement {
  const look = getComputedStyle(svg);
  const isDark = look.colorScheme === "dark";
  const paint = (value: string) =>
    value
      .replaceAll(/var\((--[\w-]+)\)/g, (_, variable) => look.getPropertyValue(variable))
      .replaceAll(/light-dark\((#\w+), (#\w+)\)/g, isDark ? "$2" : "$1");
  const plot = svg.cloneNode(true) as SVGSVGElement;
  plot.setAttribute("overflow", "visible");
  plot.setAttribute("x", String(PADDING));
  plot.setAttribute("y", String(plot_top));
  for (const element of plot.querySelectorAll("*")) {
    for (const name of ["fill", "stroke", "opacity"]) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, paint(value));
    }
    if (element.tagName === "text") {
      element.setAttribute("font-size", "11");
      element.setAttribute("fill", paint("var(--mantine-color-dimmed)"));
    }
  }
  const outer = make("svg", { width, height, viewBox: `0 0 ${width} ${height}` });
  outer.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  outer.setAttribute("font-family", FONT);
  outer.setAttribute("font-variant-numeric", "tabular-nums");
  outer.append(
    make("rect", { width, height, fill: paint("var(--card)") }),
    write(title, {
      x: PADDING,
      y: PADDING + 16,
      fill: paint("var(--mantine-color-text)"),
      size: 17,
    }),
    ...about.map((line, index) =>
      write(line, {
        x: PADDING,
        y: PADDING + 36 + index * ABOUT_LINE,
        fill: paint("var(--mantine-color-dimmed)"),
        size: TEXT_SIZE,
      }),
    ),
  );
  for (const { name, color, x, y } of legend.entries) {
    outer.append(
      make("circle", { cx: x + 5, cy: y - 4, r: 5, fill: paint(color) }),
      write(name, { x: x + 15, y, fill: paint("var(--mantine-color-text)"), size: TEXT_SIZE }),
    );
  }
  outer.append(plot);
  return outer as SVGSVGElement;
}

function make(tag: string, attributes: Record<string, string | number>): SVGElement {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  return element;
}

function write(
  text: string,
  { x, y, fill, size }: { x: number; y: number; fill: string; size: number },
): SVGElement {
  const element = make("text", { x, y, fill, "font-size": size });
  element.textContent = text;
  return element;
}

async function toPng(
  svg: string,
  { width, height }: { width: number; height: number },
): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.toWellFormed())}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * 2;
  canvas.height = height * 2;
  const drawing = canvas.getContext("2d");
  drawing?.scale(2, 2);
  drawing?.drawImage(image, 0, 0);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no image"))), "image/png"),
  );
}
