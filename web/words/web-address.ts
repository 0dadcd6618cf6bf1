/** The host of whatever was pasted, an address or a domain, without www. */
export function bareDomain(text: string): string {
  const [host = ""] = text
    .trim()
    .replace(/^https?:\/\//i, "")
    .split(/[/?#]/);
  return host.replace(/^www\./i, "").toLowerCase();
}

/** Whether a text reads as a domain; the server has the last word. */
export const isDomain = (text: string): boolean =>
  /^([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]+$/u.test(text);

/** Whether an address may be a link: a web page, without a user part that makes another host look like its own. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}
