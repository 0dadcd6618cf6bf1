import { byName } from "./formats.ts";

const CODES =
  "AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GB GD GE GH GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW";
const LANGUAGE_CODES =
  "ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt pt-BR ro ru sk sl sr sv ta th tr uk ur vi zh";

function named(codes: string, type: "region" | "language") {
  const names = new Intl.DisplayNames(["en"], { type });
  return codes
    .split(" ")
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => byName(a.label, b.label));
}

/** Countries by English name, with their ISO 3166-1 codes. */
export const COUNTRIES = named(CODES, "region");
/** Common languages by English name, with their ISO 639 codes. */
export const LANGUAGES = named(LANGUAGE_CODES, "language");
/** Time zones that the browser knows, UTC too, which not all list. */
export const TIME_ZONES = [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC"])].map(
  (zone) => ({ value: zone, label: zone }),
);
