declare module "punycode.js" {
  const punycode: { toASCII(host: string): string; toUnicode(host: string): string };
  // biome-ignore lint/style/noDefaultExport: it is what the package exports.
  export default punycode;
}
