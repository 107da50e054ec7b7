import { useEffect, useRef } from 'react';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };
/** Elements in which letters are typed or have a meaning of their own. */
const TYPED = 'input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog]';

/**
 * Moves the focus between the links of a table's rows by the keys j and k, and by the arrow keys once a row has the focus. Enter
 * opens the link, x ticks the row. Returns the ref of the body of the table.
 */
export function useRowKeys() {
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      const rows = [...(body.current?.rows ?? [])];
      const focus = document.activeElement;
      if (event.ctrlKey || event.metaKey || event.altKey || focus?.closest(TYPED) || rows.length === 0) return;
      const at = rows.findIndex((row) => row.contains(focus));
      if (event.key === 'x' && at >= 0) rows[at]?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click();
      const arrow = at >= 0 ? { ArrowDown: 1, ArrowUp: -1 }[event.key] : undefined;
      const step = STEPS[event.key] ?? arrow;
      if (step === undefined) return;
      const next = rows[Math.min(rows.length - 1, Math.max(0, at < 0 && step < 0 ? 0 : at + step))];
      event.preventDefault();
      next?.querySelector<HTMLElement>('a')?.focus();
    };
    document.addEventListener('keydown', move);
    return () => document.removeEventListener('keydown', move);
  }, []);
  return body;
}
