import { type ReactNode, useState } from 'react';
import type { EditedAutomationFragment, WholeRunFragment } from '../../../../generated/dashboard/automations.ts';
import { draftOf } from '../definition/draft.ts';
import { EditingContext } from '../editor/editing.ts';
import { useSurroundings } from '../editor/use-surroundings.ts';
import { walkOf } from '../walk/walk.ts';

interface Props {
  automation: EditedAutomationFragment;
  run: WholeRunFragment;
  children: ReactNode;
}

const nothing = () => {};
const FIXED = { change: nothing, insert: nothing, move: nothing, shift: nothing, remove: nothing, copy: nothing };

/** An automation that is only looked at, with the way that a run took through it. */
export function ShownAutomation({ automation, run: { steps, step, state }, children }: Props) {
  const surroundings = useSurroundings(automation);
  const [chosen, choose] = useState<string>();
  const walk = walkOf(steps, {
    here: state === 'ACTIVE' ? (step ?? undefined) : undefined,
    isWhole: state === 'COMPLETED',
  });
  return (
    <EditingContext
      value={{
        ...{ ...surroundings, ...FIXED, chosen, choose, walk },
        ...{ draft: draftOf(automation), mayEdit: false, errors: new Map() },
      }}
    >
      {children}
    </EditingContext>
  );
}
