/** How many numbers a block has, and how long a list may be to be a part of one. */
const [BLOCK, SMALL] = [8_192, 256];
let block = new Float64Array(BLOCK);
let used = 0;

/** A list of zeros. Short ones are parts of one block: memory of its own takes longer to get than such a list to fill. */
export function zeros(length: number): Float64Array {
  if (length > SMALL) return new Float64Array(length);
  if (used + length > BLOCK) [block, used] = [new Float64Array(BLOCK), 0];
  used += length;
  return block.subarray(used - length, used);
}
