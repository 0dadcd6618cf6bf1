import { html } from "hono/html";

type Point = {
  brand: { id: string; name: string; is_own: boolean };
  date?: string | undefined;
  week?: string | undefined;
  month?: string | undefined;
  visibility: number | null;
  visibility_low: number | null;
  visibility_high: number | null;
};

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [900, 260, 44, 26];
const LINES_MAX = 5;

/** Visibility of the own brand, with its interval, beside the most visible others; a picture and its legend. */
export function trendChart(points: readonly Point[], dimension: "date" | "week" | "month") {
  const times = [...new Set(points.map((point) => point[dimension] ?? ""))].sort();
  if (times.length < 2) return html`<p>A trend needs answers on two ${dimension}s at least.</p>`;
  const brands = rankBrands(points);
  const most = Math.max(0.05, ...points.map((point) => point.visibility_high ?? 0));
  const x = (time: string) =>
    LEFT + (times.indexOf(time) / (times.length - 1)) * (WIDTH - LEFT - 8);
  const y = (share: number) => 8 + (1 - share / most) * (HEIGHT - BOTTOM - 8);
  const at = (point: Point, share: number) =>
    `${x(point[dimension] ?? "").toFixed(1)},${y(share).toFixed(1)}`;
  const own = brands.find((brand) => brand.is_own);
  const known = own ? pointsOf(points, own.id, dimension) : [];
  const band = [
    ...known.map((point) => at(point, point.visibility_high ?? 0)),
    ...known.toReversed().map((point) => at(point, point.visibility_low ?? 0)),
  ];
  const label = `Visibility by ${dimension}; the table below has the numbers of the whole range.`;
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
    ${[0, 0.5, 1].map(
      (part) =>
        html`<line class="rule" x1="${LEFT}" x2="${WIDTH}" y1="${y(part * most)}" y2="${y(part * most)}"/><text x="0" y="${y(part * most) + 4}">${Math.round(part * most * 100)} %</text>`,
    )}
    <polygon class="band" points="${band.join(" ")}"/>
    ${brands.map(
      (brand, index) =>
        html`<polyline class="line line-${brand.is_own ? "own" : index}" points="${pointsOf(
          points,
          brand.id,
          dimension,
        )
          .map((point) => at(point, point.visibility ?? 0))
          .join(" ")}"/>`,
    )}
    <text x="${LEFT}" y="${HEIGHT - 4}">${times[0]}</text><text class="end" x="${WIDTH}" y="${HEIGHT - 4}">${times.at(-1)}</text>
  </svg>
  <ul class="legend">${brands.map(
    (brand, index) =>
      html`<li class="line-${brand.is_own ? "own" : index}">${brand.name}${brand.is_own ? " (with its 95 % interval)" : ""}</li>`,
  )}</ul>`;
}

function pointsOf(points: readonly Point[], id: string, dimension: "date" | "week" | "month") {
  return points
    .filter((point) => point.brand.id === id && point.visibility !== null)
    .sort((left, right) => ((left[dimension] ?? "") < (right[dimension] ?? "") ? -1 : 1));
}

/** The own brand first, then the most visible others. */
function rankBrands(points: readonly Point[]) {
  const sums = new Map<string, { brand: Point["brand"]; sum: number }>();
  for (const { brand, visibility } of points) {
    const known = sums.get(brand.id) ?? { brand, sum: 0 };
    known.sum += visibility ?? 0;
    sums.set(brand.id, known);
  }
  return [...sums.values()]
    .sort((left, right) => {
      const own = Number(right.brand.is_own) - Number(left.brand.is_own);
      return own || right.sum - left.sum;
    })
    .slice(0, LINES_MAX)
    .map(({ brand }) => brand);
}
