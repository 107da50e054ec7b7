/**
 * A ref for what is inside a dialog. It returns the focus to the dialog when the element that had it has gone or is disabled, such as
 * a button that another one replaces. Otherwise the next Tab would lead behind the dialog.
 */
export function keptFocus(inside: HTMLElement | null): (() => void) | undefined {
  const dialog = inside?.closest<HTMLElement>('[role=dialog]');
  if (!dialog) return undefined;
  let had = false;
  const note = () => {
    had = true;
  };
  const look = () => {
    const { activeElement, body } = document;
    if (had && (activeElement === body || activeElement === null)) dialog.focus();
  };
  const observer = new MutationObserver(() => requestAnimationFrame(look));
  observer.observe(dialog, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  dialog.addEventListener('focusin', note);
  return () => {
    observer.disconnect();
    dialog.removeEventListener('focusin', note);
  };
}
