import { useEffect, useRef, useState } from 'react';
import type { Draft } from '../definition/draft.ts';
import { copyOf, newStep } from '../definition/new-step.ts';
import { stepKey } from '../definition/part-errors.ts';
import type { Step, StepType } from '../definition/step.ts';
import { findStep, insertStep, moveStep, type Place, removeStep, shiftStep } from '../definition/tree.ts';
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
  const say = useEditorText();
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
    setSaid(say(what, { step: words.label(found.step), place: words.place(steps, found.place) }));
  };

  return {
    said,
    insert: (place: Place, type: StepType) => {
      const step = newStep(type);
      put(insertStep(draft.steps, place, step), step.id, 'inserted');
      choose(stepKey(step.id));
    },
    move: (id: string, place: Place) => put(moveStep(draft.steps, id, place), id, 'moved'),
    shift: (id: string, by: -1 | 1) => put(shiftStep(draft.steps, id, by), id, 'moved'),
    copy: (step: Step) => {
      const found = findStep(draft.steps, step.id);
      if (!found) return;
      const copy = copyOf(step);
      const place = { ...found.place, index: found.place.index + 1 };
      put(insertStep(draft.steps, place, copy), copy.id, 'inserted');
      choose(stepKey(copy.id));
    },
    remove: (id: string) => {
      const found = findStep(draft.steps, id);
      if (!found) return;
      change({ ...draft, steps: removeStep(draft.steps, id) });
      choose(undefined);
      setSaid(say('removed', { step: words.label(found.step) }));
      document.getElementById('undo')?.focus();
    },
  };
}
