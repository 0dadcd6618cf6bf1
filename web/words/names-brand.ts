/** A letter or digit that goes on a word; those of scripts without spaces do not. */
const JOINING = String.raw`(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Hang}])[\p{L}\p{N}\p{M}]`;

/** Whether a text has a brand's name as words of its own, in capitals or not: "On" is not named by "money". */
export function namesBrand(text: string, name: string): boolean {
  const words = name.trim().split(/[\s-]+/);
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = `(?<!${JOINING}|@)${escaped.join("[ -]?")}(?!${JOINING})`;
  return new RegExp(pattern, "iu").test(text);
}
