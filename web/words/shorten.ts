/** A name of so many letters at most, the rest told by dots; no letter of two code units is cut in half. */
export function shorten(name: string, most: number): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : name;
}
