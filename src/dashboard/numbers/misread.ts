/** Focuses the first misread number of a form. Returns whether there is one: then the form must not be sent. */
export function focusMisread(form: HTMLElement): boolean {
  const field = form.querySelector<HTMLElement>('[data-misread]');
  field?.focus();
  return field !== null;
}
