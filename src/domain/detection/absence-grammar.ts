import type { Language } from "./absence-words.ts";

/** Something is said of the name; it is said to be unknown; it only stands there, as in a question or heading. */
export type Standing = "said" | "absent" | "repeated";
/** The tags of the sentence with the name, and of the two after it. */
export type Tags = { own: string; next: string; later: string };

/** Not found, not known, nothing known: a clause that needs no name. */
const BARE =
  "(?:[NZY][^B;:?.§WVU]{0,5}(?:K(?=[^x]|x?[.,:;?]|$)|[CxZNIK,]{0,4}[IMS](?!A[CZ]*x))|[KMI][^B;:?.§WVT]{0,3}[NZ](?![xCI]*V)|U)";
/** What the name is an object of ends with it: in "no reviews of Acme mention delays" it does not. */
const END = "(?![^,.;]{0,3}M)";
/** What may stand in a gap of n tags. */
const gap = (n: number) => `[^§B;?.:WQV]{0,${n}}`;

function statements(apposition: boolean, second: boolean): RegExp[] {
  const name = `(?:[Cx]{1,4}[,/]){0,2}${apposition ? "[CJTZ]*x?[CJT]*§" : "[CJTZ]*§"}`;
  // Where possession is not marked, "the telephone of Acme" is "telephone Acme".
  const of_name = apposition ? "" : "(?:[CxNZIK,]{0,5}I)?";
  const about = `${gap(5)}I[^§B;?.:WV,A]{0,4}A{1,2}${name}`;
  const seen = "(?:[NZ][^§B;?.:V]{0,4}[KMIS]|[KMI][^§B;?.:V]{0,4}[NZ])";
  const sources = [
    // could not find (anything about) it; nothing about it
    `[NZY]${gap(5)}K(?:[CPKIZN]{0,2}A{0,2}${of_name}${name}|${about})${END}`,
    `(?:[ZY](?:[CxZ]{0,3}A${name}|${about})|N${about})${END}`,
    ...(second ? [`KP?N+${name}`, `K${name}[^§B;?.:VW,]{0,3}[NZ]`] : []),
    `K${gap(2)}[NZ](?:[CxZ]{0,3}A${name}|${about})${END}`,
    // information about it could not be found; a search for it gave nothing
    `[ISO][CISO]{0,2}A?${name},?[^§B;?.:V]{0,4}${seen}`,
    `O[CA]*${name}[^§;?.:]{0,6}(?:U|[NZY][^§;?.:V]{0,4}[KIS]|[NZY][,.])`,
    `O[CASI]*${name}[,;:B][^§?.]{0,6}${BARE}`,
    `[NZU][^§B;?.:V]{0,7}O[CA]*${name}`,
    // about it I know nothing; it, I do not know
    `(?:^|[BW,;:.])[CxP]{0,3}A${name},?[^§B;?.:VW]{0,8}(?:U|${seen}|[NZ][.])`,
    `(?:^|[B,;:.])[CxS]{0,2}§[^§B;?.:VGA]{0,3}P[^§B;?.:V]{0,5}(?:[NZ][^§B;?.:V]{0,4}[KI]|K[^§B;?.:V]{0,3}[NZ])`,
    `§E?[CN]*[NZ][CJIx]{0,4}W?P[^§B;?.:V]{0,3}K`,
    `§[CE]*KZ[^§B;?.:V]{0,3}[IMKS]`,
    `§[^.?B]*[NZ][^B;:.?V]{0,6}(?:(?:K|[IS]A)A?C*[TJ]|A?TN?K)`,
    `§[^.?B]*[,;.]C?TE?P[^B;.?V]{0,4}[NZ][^B;.?V]{0,2}K`,
    // no company of that name
    `[NZ]${gap(6)}W?J[CA]*${name}`,
    `[NZ]${gap(6)}W?§J`,
    `[NZ]${gap(4)}K,?W?[C]*${name}[^§B;?.:V,]{0,2}[MU]`,
    `(?:U|[NZ]${gap(6)}K),?A?[QW]{1,2}E?${name}E?[.,]`,
    `§[^B;?.:V]{0,4}[NZ][^B;?.:V]{0,6},?(?:[WAxC]{0,3}P[^B;.V]{0,3}K|[WAxC]{0,2}W[CA]*K[.,;])`,
    `P[Cx]?A${name}[^§B;?.:VW]{0,3}[NZ]K`,
    // unknown to me
    `U${gap(1)}A?${name}`,
    `(?:^|[B,;:.TW])[CS]*x?[CJ]*§,?[ECPKLMAG]*x?[CKS]*U`,
    // the sources do not mention it; it is not mentioned
    `[NZY]${gap(6)}M[CIA]*${name}(?!V)`,
    `§[^§B;?.:VAG]{0,6}[NZ][^§B;?.:V]{0,4}M(?![^§]{0,3}V)`,
    `§[^§B;?.:VAG]{0,3}M[^§B;?.:V]{0,5}(?:,[^,;.?]{0,12},)?(?:[NZ][^§B;?:VM]{0,4}S|[NZ][.,]|N[xAM]?[.,])`,
    `§[^§B;?.:VAG]{0,3}[NZ][^§B;?.:V]{0,4}[LK](?:[^§B;?:VM]{0,5}S|[CP]{0,2}[.])`,
    `[ISK]${gap(4)}[NZ]${gap(2)}LN?A?${name}[.,:;]`,
    `§[^§B;?.:VAG]{0,3}LN[CM]?[.,]`,
    `NL§L[.]`,
    `[OS][CASI]*${name}[^;.?]{0,5}V`,
    `[IS][^§?.]*B[NZ]C*§[.]`,
    `§A?[CS]{0,2}Zx?[.]`,
    // Acme: no information
    `(?:^|[.]):?[xCS]?§C*:[^;]{0,4}${BARE}`,
  ];
  return sources.map((source) => new RegExp(source, "u"));
}

/** The same for languages whose verb and negation stand at the end. */
function statementsAtEnd(): RegExp[] {
  const not = "[^§B;?.:V]{0,8}N";
  const sources = [
    `§[CAJSPTZE]*(?:[KM]|x[KM]N)[CAKMPSxIEZ]{0,6}N`,
    `§[CAJSGP]*(?:[AZ][CxZP]{0,3})?[CZG]*[IS]${not}`,
    `§[CAJPSGI]*(?:Z[CxI]{0,3})?N[CP]*[.,]`,
    `§[^.;VBx]{0,6}U`,
    `§[QR],?U`,
    `§[CAJS,]*Z[CxI]{0,3}(?:[KM]{0,2}N|[.,])`,
    `§[CAJx]{0,3}O[^.?;V]{0,8}(?:N|U)`,
    `O[CA]*§[^.?;V]{0,6}(?:N|U)`,
    `[SZ][^§B;?.V]{0,5}§[CAJ]*[^§B;?.:VG]{0,3}N[CE]*[.]`,
    `S[^§B;?.V]{0,6}§[CA]*L[^§B;?.V]{0,6}N`,
    `(?:^|[.]):?x?§[CJ]*:[^.;V]{0,4}(?:[IKMS]${not}|[NZ][^.;V]{0,3}I|U)`,
    `§[^.;]{0,12}[.,][^.;VTx]{0,6}[IJTK]${not}[CE]*[.]`,
  ];
  return sources.map((source) => new RegExp(source, "u"));
}
const AT_END = /^[^.;VB]{0,8}(?:[KMIJZ][^.;V]{0,4}N|U)/u;

/** Where words are not parted by spaces and the possessive stands behind the name: "have not Acme's information". */
const GLUED = [
  /[NZ]K?A?[CJ]*§(?:GC*[IS]|[.,])/u,
  /§(?:GC*I)?P?C*NK[^§]{0,2}[.,]/u,
  /A§,?[^§.]{0,6}NK/u,
];

const STATEMENTS = {
  first: [statements(false, false), statements(true, false)],
  second: [statements(false, true), statements(true, true)],
  last: [statementsAtEnd(), statementsAtEnd()],
};

const TOPIC = /^[xCPHDARWQEI,]{0,6}[ASO]?[CJ]*x?[CJ]*§[CAIxGK]{0,3}[.:?,]?$|O[CASI]*x?C*§[.?:]$/u;
const NEXT_BARE = new RegExp(`^[xCPHDTEFOSIL,:AJQW/]{0,9}${BARE}`, "u");
const ASK =
  /R[^;.NZ]{0,12}§|§[^;.]{0,8}R|(?:^|[,:.;B])[^;.§]{0,3}[QW][xCI]{0,2}[EJ]{0,2}[CJ]*§[xCJEMTKA]{0,3}\?|[QW][xCI]{0,2}[EJ]{1,2}[CJ]*§[^NZV;.]{0,6}\?|[QW]E?[CxJ]{0,2}§[CJED]*R|^[QW]x{0,2}E[C]*§x?\?|(?:E[C]*§|§[,:]?E)[EC]*(?:[CxA],?){0,5}[/W](?:[CxAS],?){1,5}\?/u;

/** Facts after all: the name taken up again by a pronoun, with no guess and no negation. */
const NEXT_FACT = /^[,;:]*B[^PNZHRDU.?]*[.]/u;
const FACT = /^[,;BW:. ]*[CxH]{0,1}T(?![^.;]{0,12}[HNZURKD])|F/u;

/** "If you have never heard of it", "few have not heard of it", "well enough". */
const VETO =
  /[NZ][^,;:.NZ][^,;:.]{0,8}Y[^,;:.]{0,4}[MK]|(?:^|[,;:.HW])D[^PNZ,]{0,2}[NZ]|V[^,;:]{0,4}[NZ][^§]*§|V[^,;:]{0,3}§|§[^,;:]?V|§GC*[^CIGNZMKSEUA.,]|NC*xC*N/u;

/** How the name stands in its sentence, read by tags. */
export function readTags({ verb, apposition, glued }: Language, tags: Tags): Standing {
  const statements = [
    ...(STATEMENTS[verb][apposition ? 1 : 0] ?? []),
    ...(glued && verb === "first" ? GLUED : []),
  ];
  const bare = verb === "last" ? AT_END : NEXT_BARE;
  const own = tags.own.replaceAll(",B,", "").replace(/(§[AC]{1,3})B/u, "$1");
  const { next, later } = tags;
  if (own.endsWith("?")) {
    if (ASK.test(own) && !FACT.test(next)) return "absent";
    if (TOPIC.test(own) && bare.test(next) && !FACT.test(later) && !NEXT_FACT.test(later))
      return "absent";
    return "repeated";
  }
  for (const pattern of statements) {
    const match = pattern.exec(own);
    if (!match) continue;
    const rest = own.slice(match.index + match[0].length);
    const comma = rest.search(/[BW,;:]/u);
    if ((comma >= 0 && FACT.test(rest.slice(comma))) || FACT.test(next) || NEXT_FACT.test(next))
      return "said";
    if (VETO.test(own)) return "said";
    return "absent";
  }
  if (/^[^§]{0,3}R[^§.]{0,3}[QWR][^§.]{0,6}§[^§]*[.]$/u.test(own)) return "absent";
  if (TOPIC.test(own) && bare.test(next) && !FACT.test(later) && !NEXT_FACT.test(later))
    return "absent";
  return /H|O[CA]*§|^[C]*§[.]$/u.test(own) ? "repeated" : "said";
}
