/** Text with some of its passages marked. */
export function Marked({ text, matches }: { text: string; matches: readonly string[] }) {
  const escaped = [...new Set(matches)]
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
    .map((match) => match.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (escaped.length === 0) return text;
  return text.split(new RegExp(`(${escaped.join("|")})`)).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text keep their places.
      <mark key={index}>{part}</mark>
    ) : (
      part
    ),
  );
}
