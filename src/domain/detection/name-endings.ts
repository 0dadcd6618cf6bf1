/** Endings that a language puts on names: what is cut off, by what it ends in, and what is put there. */
type Ending = { cut: RegExp; add: readonly string[] };

const NONE = /$(?<=[\p{L}\p{N}])/u;
const HARD = /(?<=[^aeiouyáéíóúůýąęаеёиоуыэюяіїьй])$/iu;
const end = (cut: RegExp, add: string): Ending => ({ cut, add: add.split(" ") });

const SLAVIC_CONSONANT = "а у ом е ы и ов ам ами ах";
/** By ISO 639-1 code; the last word of a name takes them. Our own tables of the common cases, no grammar. */
const ENDINGS: Readonly<Record<string, readonly Ending[]>> = {
  en: [end(/(?<=s|x|z|ch|sh)$/i, "es"), end(/(?<=[^sxz])$/i, "s"), end(/(?<=[^aeiou])y$/i, "ies")],
  de: [end(/(?<=[^sxz])$/i, "s"), end(/e$/i, "en"), end(NONE, "en e n er")],
  nl: [end(/(?<=[^s])$/i, "s en"), end(NONE, "en")],
  fr: [end(/(?<=[^sxz])$/i, "s")],
  es: [end(/(?<=[^s])$/i, "s es")],
  pt: [end(/(?<=[^s])$/i, "s es")],
  it: [end(/[oe]$/i, "i"), end(/a$/i, "e")],
  sv: [end(NONE, "s ar or er en n et"), end(/a$/i, "or an")],
  da: [end(NONE, "s er en et e")],
  no: [end(NONE, "s er en et e")],
  pl: [
    end(HARD, "u a owi em ie iem y i om ami ach ów e"),
    end(/a$/i, "y i ę ą ie ce o om ami ach"),
    end(/ia$/i, "ii ię ią"),
    end(/o$/i, "a u em ie"),
  ],
  cs: [
    end(HARD, "u a em ovi y e ě ech ům ů i"),
    end(/a$/i, "y u ou e ě i"),
    end(/ťa$/i, "ti tě ťu ťou"),
    end(/o$/i, "a u em"),
  ],
  ru: [
    end(/(?<=[бвгджзклмнпрстфхцчшщ])$/iu, SLAVIC_CONSONANT),
    end(/а$/iu, "ы и у ой е ам ами ах"),
    end(/я$/iu, "и ю ей е"),
    end(/[йь]$/iu, "я ю ем е и ом"),
    end(/о$/iu, "а у ом е"),
  ],
  uk: [
    end(/(?<=[бвгґджзклмнпрстфхцчшщ])$/iu, "у а ом ові і и ів ам ами ах"),
    end(/а$/iu, "и у ою і"),
    end(/ка$/iu, "ці"),
    end(/я$/iu, "і ю ею"),
    end(/о$/iu, "а у ом і"),
  ],
  bg: [end(NONE, "ът а та то те")],
  hr: [end(HARD, "a u om i e ima"), end(/a$/i, "e i u om")],
  sl: [end(HARD, "a u om i e"), end(/a$/i, "e i o")],
  el: [end(/ος$/u, "ο ου ε"), end(/ας$/u, "α"), end(/ης$/u, "η"), end(/(?<=[αη])$/u, "ς")],
  tr: [
    end(
      NONE,
      "da de ta te dan den tan ten ı i u ü yı yi yu yü a e ya ye ın in un ün nın nin nun nün",
    ),
    end(NONE, "la le yla yle lar ler ları leri nda nde ndan nden na ne nı ni nu nü"),
  ],
  hu: [
    end(/(?<=[^aeiouáéíóöőúüű])$/iu, "t ot et öt at on en ön ok ek ök ak"),
    end(
      NONE,
      "n t k ban ben ba be ból ből ra re ról ről nál nél tól től hoz hez höz nak nek val vel ig ért ja je",
    ),
    end(/a$/iu, "át án ák ában ába ából ára áról ánál ától ához ának ával áig áért"),
    end(/e$/iu, "ét én ék ében ébe éből ére éről énél étől éhez ének ével éig éért"),
  ],
  et: [end(NONE, "i is ist il ile ilt ga ks t")],
};
const SAME: Readonly<Record<string, string>> = {
  sk: "cs",
  nb: "no",
  nn: "no",
  sr: "hr",
  bs: "hr",
  be: "ru",
  mk: "bg",
};

/** The forms that a name's last word takes in a language (ISO 639-1): plurals, genitives, cases; empty where none are known. */
export function inflectedForms(name: string, language: string): string[] {
  const code = SAME[language] ?? language;
  const forms = new Set<string>();
  for (const { cut, add } of code === "fi" ? finnish(name) : (ENDINGS[code] ?? [])) {
    if (cut.test(name)) for (const ending of add) forms.add(name.replace(cut, ending));
  }
  if (code === "hu")
    forms
      .add(name.replace(/([bcdfghjklmnprstz])$/i, "$1$1al"))
      .add(name.replace(/([bcdfghjklmnprstz])$/i, "$1$1el"));
  for (const form of adjectiveForms(name, code)) forms.add(form);
  forms.delete(name);
  return [...forms];
}

/** Front or back vowels; a final consonant takes an i, long consonants shorten before closed endings. */
function finnish(name: string): Ending[] {
  const isBack = /[aou]/i.test(name);
  const suit = (endings: string) => (isBack ? endings : endings.replaceAll("a", "ä"));
  const closed = suit("n ssa sta lla lta lle ksi t");
  const open = `${suit("a na")} ${name.at(-1)}n`;
  if (/[^aeiouyäö]$/i.test(name)) {
    return [
      end(
        NONE,
        closed
          .split(" ")
          .map((one) => `i${one}`)
          .join(" "),
      ),
      end(NONE, suit("ia iin")),
      end(NONE, "in"),
    ];
  }
  const weak = (["kk", "pp", "tt"] as const).map((long) =>
    end(new RegExp(`${long}(?=[aeiouyäö]$)`, "i"), long.charAt(0)),
  );
  const shortened = weak.flatMap(({ cut, add }) =>
    cut.test(name)
      ? closed.split(" ").map((one) => end(/^.*$/s, `${name.replace(cut, add[0] ?? "")}${one}`))
      : [],
  );
  return [end(NONE, closed), end(NONE, open), ...shortened];
}

/** Adjectives before the noun change with it: "Goldener Hirsch", "im Goldenen Hirschen". */
function* adjectiveForms(name: string, code: string): Generator<string> {
  const words = name.split(" ");
  if (words.length < 2) return;
  const [first = "", ...rest] = words;
  const nouns = [rest.join(" ")];
  if (code === "de") {
    const stem = first.replace(/(?<=[a-zäöüß]{3})(?:e|er|es)$/i, "");
    if (stem === first) {
      if (/e$/.test(first)) yield [`${first}n`, ...rest].join(" ");
      if (/[a-zäöü]{4}e$/i.test(name)) yield `${name}n`;
    } else {
      for (const ending of ["en", "em", "er", "es", "e"]) {
        for (const noun of [...nouns, `${nouns[0]}en`, `${nouns[0]}s`, `${nouns[0]}es`])
          yield `${stem}${ending} ${noun}`;
      }
    }
    yield [`${first}n`, ...rest].join(" ");
  }
  if (code === "pl" && /[yi]$/i.test(first)) {
    const stem = first.slice(0, -1);
    for (const ending of ["ego", "emu", "ym", "im"]) {
      for (const noun of ["", "u", "a", "ie", "em", "owi"])
        yield `${stem}${ending} ${nouns[0]}${noun}`;
    }
  }
  if (code === "ru" && /(?:ый|ий|ой)$/iu.test(first)) {
    const stem = first.slice(0, -2);
    for (const ending of ["ого", "ому", "ым", "ом"]) {
      for (const noun of ["", "а", "у", "ом", "е"]) yield `${stem}${ending} ${nouns[0]}${noun}`;
    }
  }
}
