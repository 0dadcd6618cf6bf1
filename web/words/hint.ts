/** When a hint beside a number opens: under the pointer, at the keys and at a tap. */
export const HINT_EVENTS = { hover: true, focus: true, touch: true };
