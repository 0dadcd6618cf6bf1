/** Which page of a list an address asks for; what is none counts as the first. */
export const pageOf = (asked: unknown): number => Math.max(1, Math.trunc(Number(asked)) || 1);
