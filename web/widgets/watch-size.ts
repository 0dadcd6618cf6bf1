/** Calls `then` after any of these elements changed its size; returns what ends that. */
export function watchSize(elements: readonly Element[], then: () => void): () => void {
  let frame = 0;
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    // In a frame of its own: what is observed may not change while it is reported.
    frame = requestAnimationFrame(then);
  });
  for (const one of elements) observer.observe(one);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
  };
}
