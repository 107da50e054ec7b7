/** Focuses the first number of a form that could not be read, and says whether there is one: then nothing must be sent. */
export function focusMisread(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-misread]');
  field?.focus();
  return field !== null;
}
