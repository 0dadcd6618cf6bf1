import type { Span } from "./clean-answer.ts";

/*
 * "I could not find anything about Acme" names Acme and says nothing of it. Patterns run on
 * folded, lower-case text: BEFORE must reach the name, AFTER must begin at its end.
 */
const THING = String.raw`(?:\w+[ -]){0,4}(?:information|info|details|data|results?|mentions?|references?|records?|reviews?|sources?|coverage|company|brand|product|tool|app|service|anything|nothing|something)`;
const NOT = String.raw`(?:could(?:n't| not)|can(?:'t|not| not)|was(?:n't| not) able to|were(?:n't| not) able to|unable to|did(?:n't| not)|do(?:n't| not)|have(?:n't| not)|failed to|am not able to|'m not able to)`;
const FIND = String.raw`(?:find|found|locate|located|identify|see|seen|have|come across|retrieve|verify|provide|know)`;
const ABOUT = String.raw`(?:about|on|for|regarding|concerning|of|called|named|with the name|by the name of|related to|specific to)`;

const BEFORE_SOURCES = [
  String.raw`${NOT} (?:(?:currently|really|actually|personally|seem to) )?${FIND} ${THING}(?: (?:available|specifically|online))? ${ABOUT}`,
  String.raw`${NOT} (?:find|locate|identify) (?:an?|any) (?:\w+ ){0,3}(?:called|named)`,
  String.raw`(?:no|without|little to no|there(?:'s| is) no) (?:(?!doubt)\w+[ -]){0,3}(?:information|info|details|data|results?|mentions?|records?|coverage|company|knowledge)(?: (?:available|found|was found))? ${ABOUT}`,
  String.raw`(?:not|n't)(?: \w+)? (?:familiar with|aware of|heard of)`,
  String.raw`(?:no idea|unsure) (?:who|what)`,
  // German
  String.raw`(?:nichts|keine(?:rlei)? (?:\w+ ){0,2}(?:informationen|infos|angaben|daten|ergebnisse|treffer|hinweise|details)) (?:uber|zu|zum|zur|von|fur)`,
  // French
  String.raw`(?:rien trouve|(?:aucune?|pas d'|d')\s?(?:\w+ )?(?:information|resultat|donnee|mention)s?(?: \w+)?) (?:sur|concernant|a propos de|de|pour)`,
  // Spanish
  String.raw`(?:no (?:he |pude |puedo |se )?(?:encontrado|encontre|encontrar|encontraron|hay|tengo|dispongo de|existe) (?:nada|(?:ninguna? )?(?:\w+ )?(?:informacion|datos|resultados|resultado|dato))|ninguna informacion|sin informacion) (?:sobre|acerca de|de|respecto a)`,
  // Italian
  String.raw`(?:non (?:ho trovato|sono riuscito a trovare|ci sono|ho|risultano) (?:nulla|niente|(?:alcuna )?(?:informazioni|informazione|dati|risultati))|nessuna informazione|nessun risultato) (?:su|sul|sulla|riguardo a|riguardo|relative a|per)`,
  // Portuguese
  String.raw`(?:nao (?:encontrei|consegui encontrar|foi possivel encontrar|ha|tenho|existem) (?:nada|(?:nenhuma? )?(?:informacoes|informacao|dados|resultados|resultado))|nenhuma informacao) (?:sobre|acerca de|a respeito de|de|do|da)`,
  // Dutch
  String.raw`(?:niets|geen (?:\w+ )?(?:informatie|gegevens|resultaten|vermelding)(?: gevonden)?) (?:over|van|voor|met betrekking tot)`,
  // Russian
  String.raw`(?:не (?:удалось наити|нашел|нашла|смог(?:ла)? наити|нашлось|наидено)|нет) (?:[а-я]+ ){0,2}(?:информации|информацию|данных|сведении|ничего|упоминании) (?:о|об|про)`,
];
// Between the preposition and the name: other names and articles, never a new thought.
const BETWEEN = String.raw`(?:(?!\b(?:but|however|than|except|besides|beyond|how|why|whether|when|that|which|while|although|though|so|instead|is|are|was|were|has|have|offers?|try|consider|recommend|aber|mais|pero|ma|mas|maar)\b)[^.;:!?\n]){0,100}`;
const BEFORE = new RegExp(`(?<![\\p{L}])(?:${BEFORE_SOURCES.join("|")}) ${BETWEEN}$`, "u");

const AFTER = new RegExp(
  String.raw`^["'»”*)\]]{0,3}(?: \([^)\n]{0,60}\))? (?:` +
    [
      String.raw`(?:is|was|were|are)(?:n't| not) (?:\w+ )?(?:mentioned|listed|found|referenced|included|known to me|something i|a (?:company|brand|product) i)`,
      String.raw`(?:do|does|did)(?:n't| not) (?:seem to |appear to )?(?:appear|exist|come up|show up|be (?:listed|mentioned|included|found)|get mentioned)`,
      String.raw`(?:could|can)(?:n't| not|not) be (?:found|verified|identified)`,
      String.raw`ist mir nicht bekannt|(?:wird|wurde) (?:\w+ ){0,2}nicht (?:erwahnt|genannt|aufgefuhrt|gefunden)|(?:konnte|kann) ich (?:\w+ ){0,2}(?:nichts|keine)|liegen (?:mir )?keine`,
      String.raw`n'(?:est|a) pas (?:ete )?(?:mentionnee?|citee?|trouvee?)|n'apparait pas`,
      String.raw`no (?:aparece|figura|se menciona|es mencionad[oa]|ha sido mencionad[oa])`,
      String.raw`non (?:e|viene|compare|risulta) ?(?:stat[oa] )?(?:menzionat[oa]|citat[oa]|trovat[oa])?`,
      String.raw`nao (?:e|foi|aparece|consta) ?(?:mencionad[oa]|citad[oa]|encontrad[oa])?`,
      String.raw`(?:wordt|werd|is) (?:\w+ )?niet (?:genoemd|vermeld|gevonden)|komt niet voor`,
    ].join("|") +
    String.raw`)(?![\p{L}])`,
  "u",
);
const AFTER_EAST_ASIAN =
  /^.{0,12}(?:に関する|についての?|关于|的(?:相关)?|에 대한|에 관한).{0,12}(?:見つかりません|ありません|信息.{0,4}(?:没有|未)|정보.{0,8}(?:없|찾을 수 없))/su;
const BEFORE_CHINESE =
  /(?:没有|未能?|沒有|找不到|無法).{0,6}(?:找到|查到)?.{0,4}(?:关于|有关|關於)[^。，；\n]{0,30}$/u;

const CUE =
  /n't|n[o']t |\bnot\b|\bno\b|unable|failed|without|unsure|nicht|kein|rien|aucun|n'|nada|ningun|sin inf|non |nessun|nao |nenhum|niet|geen|не |нет |ません|没有|未|沒有|找不到|無法|없/;

/** Whether any statement of absence can be in the folded text; a cheap test for the usual no. */
export function mayStateAbsence(lower: string): boolean {
  return CUE.test(lower);
}

/** Whether the name at `span` of the folded text is named only as something not found or known. */
export function isAbsence(lower: string, span: Span): boolean {
  const rest = lower.slice(span.end, span.end + 120);
  // The piece is cut before the line is sought in it: a text without line breaks is not walked for each name.
  const piece = lower.slice(Math.max(0, span.start - 220), span.start);
  const before = piece.slice(piece.lastIndexOf("\n") + 1);
  // "no information about Acme's prices" is about the prices; Acme itself is known.
  if (!/^'s?(?![\p{L}])/u.test(rest) && (BEFORE.test(before) || BEFORE_CHINESE.test(before))) {
    return true;
  }
  return AFTER.test(rest) || AFTER_EAST_ASIAN.test(rest.slice(0, 60));
}
