import { useEffect, useRef, useState } from 'react';
import type { Draft } from '../definition/draft.ts';
import { copyOf, newStep } from '../definition/new-step.ts';
import { stepKey } from '../definition/part-errors.ts';
import type { Step, StepType } from '../definition/step.ts';
import { findStep, insertStep, moveStep, removeStep, type Slot, shiftStep } from '../definition/tree.ts';
import { useEditorText } from '../editor-texts.ts';
import type { Words } from '../use-words.ts';

interface Given {
  draft: Draft;
  change(draft: Draft): void;
  choose(part: string | undefined): void;
  words: Words;
}

/** The actions on steps. Each announces its result, and the focus stays with the step. */
export function useSteps({ draft, change, choose, words }: Given) {
  const t = useEditorText();
  const [said, setSaid] = useState('');
  const focusOn = useRef<string>(undefined);

  useEffect(() => {
    if (!focusOn.current) return;
    const wanted = focusOn.current;
    const box = [...document.querySelectorAll<HTMLElement>('[data-part]')].find(
      ({ dataset }) => dataset.part === wanted,
    );
    focusOn.current = undefined;
    box?.focus();
  });

  const put = (steps: readonly Step[] | undefined, id: string, what: 'moved' | 'inserted') => {
    const found = steps && findStep(steps, id);
    if (!found) return;
    focusOn.current = stepKey(id);
    change({ ...draft, steps });
    setSaid(t(what, { step: words.label(found.step), slot: words.slot(steps, found.slot) }));
  };

  return {
    said,
    insert: (slot: Slot, type: StepType) => {
      const step = newStep(type);
      put(insertStep(draft.steps, slot, step), step.id, 'inserted');
      choose(stepKey(step.id));
    },
    move: (id: string, slot: Slot) => put(moveStep(draft.steps, id, slot), id, 'moved'),
    shift: (id: string, by: -1 | 1) => put(shiftStep(draft.steps, id, by), id, 'moved'),
    copy: (step: Step) => {
      const found = findStep(draft.steps, step.id);
      if (!found) return;
      const copy = copyOf(step);
      const slot = { ...found.slot, index: found.slot.index + 1 };
      put(insertStep(draft.steps, slot, copy), copy.id, 'inserted');
      choose(stepKey(copy.id));
    },
    remove: (id: string) => {
      const found = findStep(draft.steps, id);
      if (!found) return;
      change({ ...draft, steps: removeStep(draft.steps, id) });
      choose(undefined);
      setSaid(t('removed', { step: words.label(found.step) }));
      document.getElementById('undo')?.focus();
    },
  };
}
