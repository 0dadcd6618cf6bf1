import { Failure } from "./failure.ts";

export const TIERS = ["brand", "agency"] as const;
export const LEVELS = ["starter", "growth", "scale", "enterprise"] as const;
export type Tier = (typeof TIERS)[number];
export type Level = (typeof LEVELS)[number];
/** A plan as it is written everywhere: `brand/enterprise`. */
export type Plan = `${Tier}/${Level}`;

/** The gate of each named feature: the lowest level that has it, by tier. */
export const FEATURES = {
  rest_api: { brand: "growth", agency: "growth" },
  suggestion_decisions_api: { brand: "enterprise", agency: "scale" },
} as const satisfies Record<string, Record<Tier, Level>>;
export type Feature = keyof typeof FEATURES;

export const LIMIT_NAMES = [
  "prompts",
  "brands",
  "projects",
  "members",
  "captures_per_month",
] as const;
export type LimitName = (typeof LIMIT_NAMES)[number];
export type Limits = Record<LimitName, number | null>;

const LIMITS: Record<Level, Limits> = {
  starter: limits(50, 10, 1, 3, 6_000),
  growth: limits(150, 25, 3, 10, 20_000),
  scale: limits(500, 50, 10, 25, 75_000),
  enterprise: limits(null, null, null, null, null),
};

function limits(...most: (number | null)[]): Limits {
  return Object.fromEntries(LIMIT_NAMES.map((name, at) => [name, most[at] ?? null])) as Limits;
}

/** Refuses to go over a limit of `plan`: `wanted` is how many there would be. */
export function requireRoom(plan: Plan, name: LimitName, wanted: number): void {
  const most = limitsOf(plan)[name];
  if (most === null || wanted <= most) return;
  throw new Failure(
    "PLAN_LIMIT_REACHED",
    `The plan ${plan} has room for ${most} ${name.replaceAll("_", " ").replace(most === 1 ? /s\b/ : "", "")}; this would make ${wanted}.`,
  );
}

/** True when `text` names a plan, e.g. `agency/scale`. */
export function isPlan(text: string): text is Plan {
  const [tier, level, rest] = text.split("/");
  return (
    rest === undefined &&
    (TIERS as readonly string[]).includes(tier ?? "") &&
    (LEVELS as readonly string[]).includes(level ?? "")
  );
}

/** True when `plan` includes `feature`. */
export function hasFeature(plan: Plan, feature: Feature): boolean {
  const [tier, level] = plan.split("/") as [Tier, Level];
  return LEVELS.indexOf(level) >= LEVELS.indexOf(FEATURES[feature][tier]);
}

/** The plans that include `feature`, in words: "the Enterprise plan (or the Scale+ level on the Agency tier)". */
export function plansWith(feature: Feature): string {
  const { brand, agency }: Record<Tier, Level> = FEATURES[feature];
  const title = (level: Level) => `${level.charAt(0).toUpperCase()}${level.slice(1)}`;
  const plan = `the ${title(brand)} plan${brand === LEVELS.at(-1) ? "" : " and above"}`;
  return agency === brand ? plan : `${plan} (or the ${title(agency)}+ level on the Agency tier)`;
}

/** What `plan` allows at most; null is no limit. Agencies get three times as many projects and members. */
export function limitsOf(plan: Plan): Limits {
  const [tier, level] = plan.split("/") as [Tier, Level];
  const base = LIMITS[level];
  if (tier === "brand") return base;
  const triple = (value: number | null) => (value === null ? null : value * 3);
  return { ...base, projects: triple(base.projects), members: triple(base.members) };
}
