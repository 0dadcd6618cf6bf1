/*
 * Legal forms as they stand at the end or the beginning of company names; our own list, by hand, of some 45 countries.
 * Names of forms may be written in any case, each word with a dot behind it or without.
 */
const WORDS = `
  inc incorporated corp corporation ltd limited llc lllp llp plc pllc unlimited pty_ltd pty_limited pvt_ltd
  pvt_limited private_limited pte_ltd pte_limited proprietary_limited co_ltd co_limited company_limited
  limited_liability_company public_limited_company limited_partnership
  gmbh ggmbh mbh ohg gbr kgaa partg partg_mbb ug_(haftungsbeschränkt) aktiengesellschaft kommanditgesellschaft
  gesellschaft_mit_beschränkter_haftung genossenschaft
  sàrl sarl eurl sasu snc selarl société_anonyme société_par_actions_simplifiée société_à_responsabilité_limitée limitée
  sociedad_anónima sociedad_limitada srl srls soc_coop società_per_azioni società_a_responsabilità_limitata
  lda ltda eireli eirl sgps sociedade_anónima limitada bvba sprl cvba besloten_vennootschap naamloze_vennootschap
  aktiebolag ek_för handelsbolag kommanditbolag (publ) aktieselskab anpartsselskab aps aksjeselskap asa
  oy oyj osakeyhtiö osk avoin_yhtiö tmi ehf ohf
  sp_zoo sp_z_oo sp_j sp_k sp_p spółka_akcyjna spółka_jawna spółka_komandytowa spółka_z_ograniczoną_odpowiedzialnością
  spol_s_r_o akciová_společnost kft zrt nyrt kkt kht korlátolt_felelősségű_társaság részvénytársaság dooel eood
  oü osaühing aktsiaselts uab sdn_bhd bhd berhad tbk jsc pjsc ojsc cjsc
  anonim_şirketi limited_şirketi ltd_şti ооо зао оао пао тов прат лимитед лтд
  בע"מ בעמ (سهامی_عام) (سهامی_خاص) سهامی_عام سهامی_خاص लिमिटेड प्राइवेट_लिमिटेड प्रा_लि लि
`;
/** Letters: in capitals as they stand here, or in any case with a dot behind each. */
const LETTERS = `
  AG SE KG UG EV EG EK SA SAS SASU SL SLU SAU SC SCA SCS SCOP SNC SPA SAPA SRL SS SCRL SARL EURL EIRELI LTDA ME MEI EPP
  BV NV CV VOF CVOA VZW ASBL AB HB KB AS ANS DA BA AS IS KS PS AD DD ZS VOS OPS SRO PSA DOO JDOO EOOD OOD EAD
  SIA MB BT HF RT SENC SEC LP LC PC LLC LLP PLC JSC SAE SAL SAOG KSC WLL FZE FZCO CA SpA Bt Rt eG eV SAB SAPI GIE KK GK AŞ
  АО ООО ЗАО ОАО ПАО ИП ФОП ТОВ ПП ЧП АТ ΑΕ ΕΕ ΟΕ ΕΠΕ ΙΚΕ ΑΒΕΕ AE EE OE EPE
  שמ שם שממ عر شمم شمعم شمك شمب شمل شذمم ذمم ممح ششو
`;
/** Written before or behind the name, without a space; those that are only behind it begin with a hyphen. */
const UNSPACED = `
  株式会社 (株) 有限会社 (有) 合同会社 (同) 合資会社 合名会社 주식회사 (주) 유한회사 (유) 유한책임회사 농업회사법인
  -股份有限公司 -有限责任公司 -有限責任公司 -有限公司 -股份公司 -จำกัด_(มหาชน) -จำกัด บริษัท
`;
const LEADING = "АО ООО ЗАО ОАО ПАО НАО ИП ФОП ТОВ ПП ЧП ПрАТ АТ PT UAB SIA AS OÜ".split(" ");
const OTHERS = [
  String.raw`S\.? ?(?:de|en) (?:R\.? ?L|C)\.?(?: de C\.? ?V)?\.?`,
  String.raw`S\.?A\.?(?:B\.?|P\.?I\.?(?:B\.?)?)? de C\.? ?V\.?`,
  String.raw`[AIKP]\/S`,
];
/** "GmbH & Co. KG": what may stand before the last form. */
const AND_CO = /(?:,? ?(?:&|and|und) ?Co\.?,?)\s*$/iu;
/**
 * What names of products, places and clubs end or begin with, too, more often than companies: these are left out only
 * where somebody says so, letters with their dots ("P.C.") aside.
 */
const DOUBTFUL_TAIL = /[\s,](?:(?-i:EV|PC|PS|MB|KB|SS|SC|CA)|unlimited)$/iu;
const DOUBTFUL_HEAD = /^(?:AS|PT) (?=\S+$)/u;
/** Products that end like a company. */
const NO_COMPANY = /^(?:iphone|apple watch|ipad|windows|galaxy|macbook)\b/i;
const ARTICLE = /^(?:the|le|la|les|el|los|il|lo|der|die|das|de|het|en|ett)$/iu;
const FORMS_MAX = 3;

const capitals = [...listOf(LETTERS).map(escaped), ...OTHERS].join("|");
const dotted = listOf(LETTERS)
  .map((form) => [...form].map((letter) => String.raw`${letter}\.`).join(" ?"))
  .map((form) => (form.length > 3 ? `${form}?` : form));
const TAILS = [
  new RegExp(String.raw`(?<=[\s,])(?:${listOf(WORDS).map(wordPattern).join("|")})\.?$`, "iu"),
  new RegExp(String.raw`(?<=[\s,])(?:${capitals})$`, "u"),
  new RegExp(String.raw`(?<=[\s,])(?:${dotted.join("|")})$`, "iu"),
  new RegExp(
    `(?:${listOf(UNSPACED)
      .map((form) => escaped(form.replace(/^-/, "")))
      .join("|")})$`,
    "u",
  ),
];
const HEADS = [
  new RegExp(`^(?:${LEADING.join("|")})(?: |(?=[«"„“]))`, "u"),
  new RegExp(
    `^(?:${listOf(UNSPACED)
      .filter((form) => !form.startsWith("-"))
      .map(escaped)
      .join("|")})`,
    "u",
  ),
];

/**
 * The name without its legal forms ("GmbH & Co. KG", "ООО «…»", "株式会社…"), or null where it has none; `is_sure`: forms that
 * may be something else stay.
 */
export function withoutLegalForm(name: string, { is_sure = false } = {}): string | null {
  const whole = name.normalize("NFKC").replaceAll("\u05f4", '"').replace(/\s+/g, " ").trim();
  if (NO_COMPANY.test(whole)) return null;
  let rest = whole;
  for (let count = 0; count < FORMS_MAX; count += 1) {
    if (is_sure && (DOUBTFUL_TAIL.test(rest) || DOUBTFUL_HEAD.test(rest))) break;
    const cut = withoutOne(rest);
    if (cut === null) break;
    rest = cut;
  }
  return rest === whole ? null : rest;
}

function withoutOne(name: string): string | null {
  for (const tail of TAILS) {
    const form = tail.exec(name);
    if (form)
      return named(
        name
          .slice(0, form.index)
          .replace(/,?\s*$/, "")
          .replace(AND_CO, ""),
      );
  }
  for (const head of HEADS) {
    const form = head.exec(name);
    if (form) return named(name.slice(form[0].length));
  }
  return null;
}

/** What is left, where it can be a name: two letters or more, and no article. */
function named(text: string): string | null {
  const rest = text.replace(/^[\s,;]+|[\s,;&\-–]+$/g, "");
  const letters = rest.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters < 2 || ARTICLE.test(rest) ? null : rest;
}

function listOf(text: string): string[] {
  const forms = text.normalize("NFKC").trim().split(/\s+/);
  // Longest first: "股份有限公司" before "有限公司".
  return [...new Set(forms)]
    .map((form) => form.replaceAll("_", " "))
    .sort((a, b) => b.length - a.length);
}

function wordPattern(form: string): string {
  return escaped(form).replaceAll(" ", String.raw`\.?,? ?`);
}

function escaped(form: string): string {
  return form.replace(/[().]/g, String.raw`\$&`);
}
