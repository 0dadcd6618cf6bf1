/** What a form does when it is sent, in place of what a browser would. */
export const submitting = (send: () => void) => (event: { preventDefault(): void }) => {
  event.preventDefault();
  send();
};
