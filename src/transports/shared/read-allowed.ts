/** For so long it is not asked again whether somebody may. */
export const ALLOWED_MS = 250;

/** What comes or goes for somebody for whom `isAllowed` throws once they are refused: no piece that was read after that is handed on. */
export async function* readAllowed<Piece>(
  pieces: AsyncIterable<Piece>,
  isAllowed: () => Promise<unknown>,
): AsyncGenerator<Piece> {
  let asked = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - asked > ALLOWED_MS) {
      await isAllowed();
      asked = performance.now();
    }
    yield piece;
  }
  await isAllowed();
}
