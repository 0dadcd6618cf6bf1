import { createContext, type ReactNode, useContext, useEffect, useId, useState } from "react";

type Ends = ReadonlyMap<string, number>;
const Scale = createContext<{
  ends: Ends;
  set(change: (ends: Ends) => Ends): void;
} | null>(null);

/** What is inside draws all its bars to one scale: the longest of any of its tables and lists. */
export function BarScale({ children }: { children: ReactNode }) {
  const [ends, set] = useState<Ends>(new Map());
  return <Scale value={{ ends, set }}>{children}</Scale>;
}

/** The share that the bars of a list are drawn to: `longest` of its own, or a longer one of another list of the page. */
export function useBarScale(longest: number): number {
  const scale = useContext(Scale);
  const id = useId();
  const set = scale?.set;
  useEffect(() => {
    set?.((ends) => new Map(ends).set(id, longest));
  }, [set, id, longest]);
  useEffect(
    () => () =>
      set?.((ends) => {
        const left = new Map(ends);
        left.delete(id);
        return left;
      }),
    [set, id],
  );
  return Math.max(longest, ...(scale?.ends.values() ?? []));
}
