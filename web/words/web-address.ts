/** Whether an address may be a link: a web page, without a user part that makes another host look like its own. */
export function isWebAddress(address: string): boolean {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}
