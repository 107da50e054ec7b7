import { type ReactNode, useState } from 'react';
import type { EditedAutomationFragment, WholeRunFragment } from '../../../../generated/dashboard/automations.ts';
import { type Draft, draftOf } from '../definition/draft.ts';
import { EditingContext } from '../editor/editing.ts';
import type { Figures } from '../editor/use-figures.ts';
import { useSurroundings } from '../editor/use-surroundings.ts';
import { walkOf } from '../walk/walk.ts';

interface Props {
  automation: EditedAutomationFragment;
  /** Whose way is shown over the steps. */
  run?: WholeRunFragment;
  /** Its earlier state, if it differs from now. */
  draft?: Draft;
  children: ReactNode;
}

const nothing = () => {};
const NO_FIGURES: Figures = new Map();
const FIXED = { change: nothing, insert: nothing, move: nothing, shift: nothing, remove: nothing, copy: nothing };

/** An automation that is only looked at, perhaps with the way that a run took through it. */
export function ShownAutomation({ automation, run, draft = draftOf(automation), children }: Props) {
  const surroundings = useSurroundings(automation);
  const [chosen, choose] = useState<string>();
  const walk =
    run &&
    walkOf(run.steps, {
      here: run.state === 'ACTIVE' ? (run.step ?? undefined) : undefined,
      isWhole: run.state === 'COMPLETED',
    });
  return (
    <EditingContext
      value={{
        ...{ ...surroundings, ...FIXED, chosen, choose, walk },
        ...{ draft, mayEdit: false, errors: new Map(), figures: NO_FIGURES },
      }}
    >
      {children}
    </EditingContext>
  );
}
