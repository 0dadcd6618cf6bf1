/** When a hint beside a number opens: under the pointer, at the keys and at a tap. */
export const HINT_EVENTS = { hover: true, focus: true, touch: true };
/** The same of a button that is a sign alone: a tap presses it, and a hint would stay and lie over what that opens. */
export const BUTTON_EVENTS = { ...HINT_EVENTS, touch: false };
