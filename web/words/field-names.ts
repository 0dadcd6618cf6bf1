/** What forms call a field, where that is not its name in words. */
const LABELS: Record<string, string> = {
  api_key: "Key",
  base_url: "Address",
  confirm_name: "The project's name",
  country_code: "Country",
  daily_cap_usd: "Cap a day",
  domain: "Website",
  due_on: "Due",
  label: "Name on the button",
  language_code: "Language",
  monthly_cap_usd: "Cap a month",
  owner: "Who does it",
  parameters: "Extra parameters",
  reason: "Why it is dismissed",
  regex: "Pattern",
  shipped_on: "Went live",
  url: "Address",
};

/** A refusal of the server that begins with a field, with the name that forms have for it: "Went live: must be …". */
export const nameField = (refusal: string): string =>
  refusal.replace(/^(?:[a-z_]+(?:\[\d+\])?\.)*([a-z_]+)(?:\[(\d+)\])?(?=: )/, (_, name, index) => {
    const words = String(name).replaceAll("_", " ");
    const label = LABELS[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
    return index === undefined ? label : `${label} ${Number(index) + 1}`;
  });
