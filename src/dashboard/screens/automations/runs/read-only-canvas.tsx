import { type ReactNode, useState } from 'react';
import type { EditedAutomationFragment, WholeRunFragment } from '../../../../generated/dashboard/automations.ts';
import { type Draft, draftOf } from '../definition/draft.ts';
import { EditingContext } from '../editor/editing.ts';
import type { Figures } from '../editor/use-figures.ts';
import { useSurroundings } from '../editor/use-surroundings.ts';
import { runPathOf } from '../simulation/run-path.ts';

interface Props {
  automation: EditedAutomationFragment;
  /** The run whose path is shown over the steps. */
  run?: WholeRunFragment;
  /** Its earlier state, if it differs from now. */
  draft?: Draft;
  children: ReactNode;
}

const noop = () => {};
const NO_FIGURES: Figures = new Map();
const READ_ONLY = { change: noop, insert: noop, move: noop, shift: noop, remove: noop, copy: noop };

/** A read-only automation, optionally with the path of a run. */
export function ReadOnlyCanvas({ automation, run, draft = draftOf(automation), children }: Props) {
  const surroundings = useSurroundings(automation);
  const [chosen, choose] = useState<string>();
  const runPath =
    run &&
    runPathOf(run.steps, {
      currentStep: run.state === 'ACTIVE' ? (run.step ?? undefined) : undefined,
      isCompleted: run.state === 'COMPLETED',
    });
  return (
    <EditingContext
      value={{
        ...surroundings,
        ...READ_ONLY,
        chosen,
        choose,
        runPath,
        draft,
        mayEdit: false,
        errors: new Map(),
        figures: NO_FIGURES,
      }}
    >
      {children}
    </EditingContext>
  );
}
