import type { Language } from "./absence-language.ts";

/** Something is said of the name; it is said to be unknown; it only stands there, as in a question or heading. */
export type Standing = "said" | "absent" | "repeated";
/** The tags of the sentence with the name, and of the two after it; these are seldom read. */
export type Tags = { readonly own: string; readonly next: string; readonly later: string };

/** Not found, not known, nothing known: a clause that needs no name. */
const BARE =
  "(?:[NZY][^B;:?.§WVdU]{0,5}(?:[Ky](?=[^xd]|x?[.,:;?]|$)|[CixZNIK,]{0,4}[IMS](?!A[CiZ]*x))|[KyMI](?:P?T)?[^B;:?.§WVdT]{0,3}[NZ](?![xCiI]*[Vd])|(?:[NZ][CiP]{0,3})?U)";
/** What the name is an object of ends with it: in "no reviews of Acme mention delays" it does not. */
const END = "(?![^,.;]{0,3}M)";
/** The name, where it is not said to be the place. */
const SUBJECT = "(?<![iAGd][CiJxA]{0,2})§";
/** What may stand in a gap of n tags. */
const gap = (n: number) => `[^§B;?.:WQVd]{0,${n}}`;

/** The name with its apposition: "the brewery Acme". */
const nameOf = (apposition: boolean) =>
  `(?:[Cix]{1,4}[,/]){0,2}${apposition ? "(?:[CiZ]*x{2,3}C*J[CiJ]*|[CiJTZ]*x?[CiJT]*)§" : "[CiJTZ]*§"}`;
const SEEN = "(?:[NZY][^§B;?.:Vd]{0,4}[KyMIS]|[KyMI][^§B;?.:Vd]{0,4}[NZ])";

function statements(apposition: boolean, second: boolean): RegExp[] {
  const name = nameOf(apposition);
  const sources = [
    ...notFound(name, { apposition, second }),
    ...notKnown(name),
    ...doubted(name),
    ...notMentioned(name),
  ];
  return sources.map((source) => new RegExp(source, "u"));
}

function notFound(name: string, { apposition, second }: { apposition: boolean; second: boolean }) {
  // Where possession is not marked, "the telephone of Acme" is "telephone Acme".
  const of_name = apposition ? "" : "(?:[CixNZIK,]{0,5}I)?";
  const about = `${gap(9)}I[^§B;?.:WVd,A]{0,4}A{1,2}${name}`;
  return [
    // could not find (anything about) it; nothing about it
    `[NZY]${gap(7)}K(?:[CiPKIZN]{0,2}A{0,2}${of_name}${name}|${about})${END}`,
    `(?:[ZY](?:[CiZSPIK]*x?[CiZSPIK]{0,5}A${name}|${about})|N${about})${END}`,
    ...(second
      ? [
          `[KM]P?N+${name}`,
          `[ISK][^§B;?.:Vd]{0,4}LP?[CN]*N${name}[.,:;]`,
          `(?:^|[^Vd§;.?]{1,8})M[CJT]*§[CiP]{0,2}[NZ][^B;?.:VdI]{0,3}[.,]`,
        ]
      : []),
    // it I do not know, with nothing else in the clause
    `(?:^|[B,;:.W])[CSPH]{0,3}x?[CiJ]*§(?=[^.,;:]*[KM])[CiEKMPB]{0,7}(?:N[CiPKMAT]{0,5}|Z[PKMAT]{0,5})[.,;:]`,
    ...(second ? [`K${name}[^§B;?.:VdW,]{0,3}[NZ]`] : []),
    `K${gap(2)}[NZ](?:[CixZ]{0,3}A${name}|${about})${END}`,
    // information about it could not be found; a search for it gave nothing
    `[ISO][CiISO]{0,2}A?${name},?[^§B;?.:Vd]{0,4}${SEEN}`,
    `MA{1,2}${name},?[^§B;?.:Vd]{0,4}(?:[NZ][^§B;?.:Vd]{0,4}[Ky])`,
    `[ISO][CiASIK]*${name}[^§;?.:Vd]{0,5}U`,
    `O[CiA]*${name}[^§;?.:]{0,6}(?:U|[NZY][^§;?.:Vd]{0,4}[KIS]|[NZY][,.])`,
    `O[CiASI]*${name}[,;:B][^§?.]{0,6}${BARE}`,
    `[NZU][^§B;?.:Vd]{0,7}O[CiA]*${name}`,
  ];
}

function notKnown(name: string) {
  return [
    // about it I know nothing; it, I do not know
    `(?:(?:^|[B,;:.])[CixP]{0,3}|W[CiP]{0,2})A${name},?[^§B;?.:VdW]{0,8}(?:U|${SEEN}|[NZ][.])`,
    `(?:^|[B,;:.])[CixS]{0,2}§[^§B;?.:VdGA]{0,3}P[^§B;?.:Vd]{0,5}(?:[NZ][^§B;?.:Vd]{0,4}[KI]|K[^§B;?.:Vd]{0,3}[NZ])`,
    `§E?[CiN]*[NZ][CiJIx]{0,4}W?P[^§B;?.:Vd]{0,3}[KI]`,
    `§[CiE]*KZ[^§B;?.:Vd]{0,3}[IMKS]`,
    `§[^.?B]*[NZ][^B;:.?Vd]{0,6}(?:(?:K|[IS]A)A?C*[TJ](?!C?[xdIS])|A?TN?K)`,
    `§[^.?B]*[,;.]C?TE?P[^B;.?Vd]{0,4}[NZ][^B;.?Vd]{0,2}K`,
    // it is a company that I know nothing of
    `§E[CixJ]{1,5}A?W?[^B;.:Vd]{0,2}P[^B;:.Vd]{0,4}(?:[NZ][^B;:.Vd]{0,3}[KI]|K[^B;:.Vd]{0,3}[NZ])`,
    `§E[CixJ]{1,5}A?W[CiP]{0,3}[NZ][CiPA]{0,3}K[PA]{0,2}[.,;:]`,
    // no company of that name
    `[NZ]${gap(6)}W?J[CiA]*${name}`,
    `[NZ]${gap(6)}W?§J`,
    `[NZ]${gap(4)}[KI]x?,?(?:A{0,2}[QW]|AA)?[Ci]*${name}[^§B;?.:Vd,]{0,2}[MUK]`,
    `[NZ]${gap(4)}[KI]x?,?[QW]C?M[CJ]*${name}[.,;:]`,
    `(?:U|[NZ]${gap(6)}[KI]),?A?[QW]{1,2}E?${name}E?[.,]`,
    `§[^B;?.:Vd]{0,4}[NZ][^B;?.:Vd]{0,6},?(?:[WAxCi]{0,3}P[^B;.Vd]{0,3}K|[WAxCi]{0,2}W[CiA]*K[.,;])`,
    `(?<![dxIV][Ci]{0,2})A${name}[CiP]{0,2}[NZ][CiP]{0,2}[KM][.,;]`,
    `[NZ][^§B;?.:Vd]{0,6}A${name}C{0,2}M[.,;]`,
    `P[Cix]?A${name}[^§B;?.:VdW]{0,3}[NZ]K`,
  ];
}

function doubted(name: string) {
  return [
    // I know the other, but not it; whether it exists I cannot say; it may be misspelt
    `K[^NZ;.?Vd]{0,14},?BC?NA?${name}[.,;:]`,
    `W[CiJT]*${name}[^§;:.?B]{0,3}M[^§;.:?BVd]{0,6}(?:[NZ][^§;.:?BVd]{0,4}K|U)`,
    `§[CiEJAI]{0,3}H[^§VdBNZ;.?]{0,4}[Us]`,
    `H,?[^§VdBNZ;.?]{0,3}§[^§VdBNZ;.?]{0,4}[Us]`,
    `H[^§VdB;.?]{0,6}[Us][^§VdB;.?,]{0,3}A?${name}`,
    // what was asked of it, and that it is unknown
    `(?:^|[;:.])[^§;:.?NZV]{0,8}[WQORH][^§;:.?NZV]{0,6}§[^;.?BM]{0,8}[,:;B]+[^;.?Vd]{0,9}(?:[NZ][^B;?.Vd]{0,6}[IK]A?C*T|[NZ][CiA]{0,2}TC?K)`,
    // unknown to me
    `U[CiPE]{0,2}A?${name}`,
    `(?:^|[B,;:.TW])[CiS]*x?[CiJ]*§(?:,[CixH]{1,3},)?,?[ECiPKLMAGHIS]*x?[CiKS]*U`,
  ];
}

function notMentioned(name: string) {
  return [
    // the sources do not mention it; it is not mentioned
    `[NZY]${gap(8)}M[CiIAZS]{0,5}${name}(?!V)`,
    `Z[CAxi]{0,4}S[^§B;?.:Vd]{0,6}L[CiA]*${name}[^Vd]`,
    `${SUBJECT}[CiEPMKL]{0,5}[NZ][CiEPMKLx]{0,4}i[CixZPDAMLKJ]{0,6}[SI]`,
    `${SUBJECT}[CiE]{0,3}[NZ]C{0,2}A[CixZPD]{0,4}S[.,;:]`,
    `${SUBJECT}[^§B;?.:VdAG]{0,3}NL[^§B;?:VdM]{0,5}S`,
    `i[CixZ]{0,4}S[CiE]{0,2}Z[CiJ]*§[.,;]`,
    `${SUBJECT}[^§B;?.:VdAG]{0,6}[NZ][^§B;?.:Vd]{0,4}M(?![^§]{0,3}V|[CiZ]*(?:xC*x|d))`,
    `${SUBJECT}[^§B;?.:VdAG]{0,3}M[^§B;?.:Vd]{0,5}(?:,[^,;.?]{0,12},)?(?:[NZ][^§B;?:VdM]{0,4}S|[NZ][.,]|N[xAM]?[.,])`,
    `${SUBJECT}[^§B;?.:VdAG]{0,3}[NZ][^§B;?.:Vd]{0,4}[LK](?:[^§B;?:VdM]{0,3}[iA][^§B;?:VdM]{0,4}S|[CiP]{0,2}[.])`,
    `[ISK]${gap(4)}[NZ]${gap(2)}LN?A?${name}[.,:;]`,
    `§[^§B;?.:VdAG]{0,3}LN[CiM]?[.,]`,
    `NL§L[.]`,
    `[OS][CiASI]*${name}[^;.?]{0,5}V`,
    `[IS][^§?.]*B[NZ]C*§[.]`,
    `(?<!d[CiJA]{0,3})§A?[CiS]{0,2}Zx?[.]`,
    // Acme: no information
    `[ISO]A?§:[CiN]*[NZU][.]`,
    `(?:^|[.]):?§[CiN]*Z[IMS]K?[.]?$`,
    `(?:^|[.]):?(?:[xCiS]?§C*|[CiSAOWQP]{1,3}§x?):[^;]{0,4}${BARE}`,
  ];
}

/** The same for languages whose verb and negation stand at the end. */
function statementsAtEnd(): RegExp[] {
  const not = "[^§B;?.:Vd]{0,8}N";
  const sources = [
    `§G?[CAJSPTZE]*(?:[KM]|x[KM]N)[CiAKMPSxIEZ]{0,6}N`,
    `§[CiAJSGP]*(?:[AZ][CixZP]{0,3})?[CiZG]*[IS](?!C?x)${not}`,
    `§[CiAJPSGI]*(?:Z[CixI]{0,3})?N[CiP]*[.,]`,
    `§[^.;VdBx]{0,10}U`,
    `§[QRs],?U`,
    `§[CiAJS,]*Z[CixISL]{0,3}(?:[KM]{0,2}N|[.,])`,
    `§[CJ]*MW[^.;VdB]{0,6}N`,
    `§[^.;?VdB]{0,6}(?:H[^.;?VdB]{0,3}s|s[^.;?VdB]{0,3}H)`,
    `§[CiAJx]{0,3}O[^.?;Vd]{0,8}(?:N|U)`,
    `O[CiA]*§[^.?;Vd]{0,6}(?:N|U)`,
    `[SZ][^§B;?.Vd]{0,5}§[CiAJ]*[^§B;?.:VdG]{0,3}N[CiE]*[.]`,
    `S[^§B;?.Vd]{0,6}§[CiA]*L[^§B;?.Vd]{0,6}N`,
    `(?:^|[.]):?x?§[CiJ]*:[^.;Vd]{0,4}(?:[IKMS]${not}|[NZ][^.;Vd]{0,3}I|U)`,
    `§[^.;]{0,12}[.,][^.;VdTx]{0,6}[IJTK]${not}[CiE]*[.]`,
  ];
  return sources.map((source) => new RegExp(source, "u"));
}
const AT_END = /^[^.;VdB]{0,8}(?:[KMIJZ][^.;Vd]{0,4}N|U)/u;

/** Where words are not parted by spaces and the possessive stands behind the name: "have not Acme's information". */
const GLUED = [
  /[NZ]K?A?[CiJ]*§(?:GC*[IS]|[.,])/u,
  /§(?:GC*I)?P?C*NK[^§]{0,2}[.,]/u,
  /A§,?[^§.]{0,6}NK/u,
];

const STATEMENTS = {
  first: [statements(false, false), statements(true, false)],
  second: [statements(false, true), statements(true, true)],
  last: [statementsAtEnd(), statementsAtEnd()],
};

const TOPIC =
  /O[^.;?NZVM]{0,8}§[^.;NZVBM]{0,6}[.?:]$|^[xCiPHEAQWITM]{0,4}[EM][CiTJ]*§[^.;NZVBM]{0,5}\?$|^[xCiPHDARWQEIM,]{0,6}[ASO]?[CiJ]*x?[CiJ]*§[CiAIGK]{0,3}[.:?,]?$|O[CiASI]*x?C*§[.?:]$/u;
/** The reader's question, a search for the name or another word of where it comes from. */
const LOOSE_TOPIC =
  /^(?=[^§]*(?:O|[QRsW]|D[^§]{0,8}[IKAJMi]|[DP][^§]{0,3}x[^§]{0,3}[AIKJ])|[^§]*§[^§]{0,3}O|[^§]*§[ECiJA]*x?[ECiJA]*D|[^§]*§E[CixJ]{0,3}J[.])[^.?;NZVBF§]{0,14}§[^.?;NZVBFK§]{0,9}[.?:]$/u;
/** It: nothing but words of knowing and mentioning in the first clause. */
const PURE =
  /^(?:[^xVdBF;.?]{0,4}x){0,2}[^xVdBF;.?]*(?:[,;.?]|$)|^[^VdBF;.?]*T[^VdBF;.?]*(?:[,;.?]|$)/u;
const LOOKED = /^[^NZVBF§]*O[^NZVBF§]*$/u;
const NEXT_BARE = new RegExp(`^[xCiPHDTEFOSIL,:AJQW/]{0,9}${BARE}`, "u");
const ASK =
  /[Rs][^;.NZ]{0,12}§|§[^;.V]{0,8}[Rs]|(?:^|[,:.;B])[^;.§]{0,3}[QW](?:[CiIQWA/]{0,3}|[xCiIQWA/]{0,3}[EJK])[EJT]{0,2}[CiJ]*§[xCiJEMTKA]{0,3}\?|[QW][xCiI]{0,2}[EJ]{1,2}[CiJ]*§[^NZVd;.]{0,6}\?|[QW]E?[CixJ]{0,2}§[CiJED]*[Rs]|^[iA]?[QW]x{0,2}[EK][Ci]*§x?\?|(?:E[CiT]*§|§[,:]?E)[ECi]*(?:[CixA],?){0,5}[/W](?:[CixAS],?){1,5}\?/u;

/** Facts after all: the name taken up again by a pronoun, with no guess and no negation. */
const NEXT_FACT = /^[,;:]*B[^PNZHRsDU.?]*[.]/u;
const FACT =
  /^[,;BW:. ]*[CixH]{0,1}T(?![^.;]{0,12}[HNZURsKD])|^[,;:.]*B[^PNZHRsDU.?]*T[^PNZHRsDU.?]*[.]|F/u;

/** "If you have never heard of it", "few have not heard of it", "well enough". */
const VETO =
  /[NZ][^,;:.NZ][^,;:.]{0,8}Y[^,;:.]{0,4}[MK]|(?:^|[,;:.HW])D[^PNZ,]{0,2}[NZ]|V[^,;:]{0,4}[NZ][^§]*§|V[^,;:.]{0,8}§[^,;:.]{0,4}[NZ]|§[^,;:.§]{0,6}[NZ][Cix]{0,2}V|V[^,;:]{0,3}§|§[^,;:]{0,2}V|NK§W(?!C?M)|d[CiA]*[NZ][ML]+[CiA]*§|d[CiA]{0,3}§[CiJ]{0,2}[NLM]|§GC*[^CIGNZMKSEUAs.,]|NC*xC*N/u;

/** How the name stands in its sentence, read by tags. */
export function readTags({ verb, apposition, glued }: Language, tags: Tags): Standing {
  const statements = [
    ...(STATEMENTS[verb][apposition ? 1 : 0] ?? []),
    ...(glued && verb === "first" ? GLUED : []),
  ];
  const bare = verb === "last" ? AT_END : NEXT_BARE;
  const own = tags.own.replaceAll(",B,", "").replace(/(§[ACi]{1,3})B/u, "$1");
  const isUnknownAfter = () => {
    const loose = !TOPIC.test(own);
    if (loose && !LOOSE_TOPIC.test(own)) return false;
    const next = tags.next.replace(/([TKC])B(?=[NZ])/gu, "$1");
    if (bare.test(next) && (!loose || PURE.test(next))) {
      return !FACT.test(tags.later) && !NEXT_FACT.test(tags.later);
    }
    return LOOKED.test(next) && bare.test(tags.later) && PURE.test(tags.later);
  };
  if (own.endsWith("?") || (verb === "last" && /[Rs][.]$/u.test(own))) {
    if (ASK.test(own) && !FACT.test(tags.next)) return "absent";
    const head = /^[^;]*§[^;]*(?=;)/u.exec(own)?.[0];
    if (head && statements.some((pattern) => pattern.test(`${head}.`)) && !VETO.test(head))
      return "absent";
    return isUnknownAfter() ? "absent" : "repeated";
  }
  for (const pattern of statements) {
    const match = pattern.exec(own);
    if (!match) continue;
    const rest = own.slice(match.index + match[0].length);
    const comma = rest.search(/[BW,;:]/u);
    if (
      (comma >= 0 && FACT.test(rest.slice(comma))) ||
      FACT.test(tags.next) ||
      NEXT_FACT.test(tags.next)
    )
      return "said";
    if (VETO.test(own)) return "said";
    return "absent";
  }
  if (/^[^§]{0,3}[Rs][^§.]{0,3}[QWRs][^§.]{0,6}§[^§]*[.]$/u.test(own)) return "absent";
  if (isUnknownAfter()) return "absent";
  return /H|O[^.;NZV]{0,8}§|^[Ci]*§[.]$/u.test(own) ? "repeated" : "said";
}
