import { Group } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useAgain } from "../data.ts";
import { Outline } from "./outline.tsx";
import { OrderContext, type Sorting } from "./sorting.ts";
import { Failed, Missing } from "./states.tsx";

/** A card with a heading and, at its right, what can be done with it. */
export function Panel({
  title,
  mark,
  action,
  children,
  className = "",
}: {
  title?: ReactNode;
  /** What must be read with it, on paper, too. */
  mark?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  const order = useRef<Sorting | null>(null);
  return (
    <section className={`panel ${className}`}>
      <OrderContext value={order}>
        {(title || mark || action) && (
          <header>
            {title ? <h2>{title}</h2> : <span />}
            {mark}
            {action && (
              <Group gap="xs" className="no-print">
                {action}
              </Group>
            )}
          </header>
        )}
        {children}
      </OrderContext>
    </section>
  );
}

type Asked<Data> = {
  data: Data | undefined;
  error: Error | null;
  isPlaceholderData: boolean;
  refetch(): unknown;
};

/**
 * What a question's answer looks like: its outline while loading, the reason when it failed, faded while it changes. An
 * answer that could not be asked for again stays, and says so.
 */
export function Answered<Data>({
  asked,
  height = 160,
  outline = <Outline height={height} />,
  children,
}: {
  asked: Asked<Data>;
  height?: number;
  /** What it looks like while loading, where that is not a list `height` pixels high. */
  outline?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const again = useAgain();
  if (asked.data === undefined) {
    return asked.error ? (
      <Failed error={asked.error} retry={() => again(asked)} />
    ) : (
      <div role="status" aria-label="Loading" aria-busy="true">
        {outline}
      </div>
    );
  }
  return (
    <div
      className="answered"
      style={{ opacity: asked.isPlaceholderData ? 0.55 : 1, transition: "opacity 120ms" }}
      aria-busy={asked.isPlaceholderData}
    >
      <NotNew asked={{ error: asked.error, refetch: () => again(asked) }} />
      {children(asked.data)}
    </div>
  );
}

/** Says of what stays on the page that it could not be asked for again, where nothing has to give way to it. */
export function NotNew({ asked }: { asked: { error: Error | null; refetch(): unknown } }) {
  return (
    <div className="not-new">
      <Missing what="What is new" asked={asked} />
    </div>
  );
}
