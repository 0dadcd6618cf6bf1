/** Marks a day in a calendar. */
export const markDay = (today: string) => (day: string) =>
  day === today ? { className: "today", "aria-current": "date" as const } : {};
