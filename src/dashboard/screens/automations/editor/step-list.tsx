import { Fragment } from 'react';
import { branchesOf, type Step } from '../definition/step.ts';
import type { Within } from '../definition/tree.ts';
import { useEditorText } from '../editor-texts.ts';
import { useEditing } from './editing.ts';
import { Inserter } from './inserter.tsx';
import { EntryBox, ExitsBox, TriggerBox, WindowBox } from './other-parts.tsx';
import { StepBox } from './step-box.tsx';
import classes from './step-list.module.css';

/** All parts as an indented list, for small screens, the keyboard and screen readers. */
export function StepList() {
  const t = useEditorText();
  const { draft } = useEditing();
  return (
    <div className={classes.whole}>
      <div className={classes.parts}>
        <TriggerBox />
        <EntryBox />
        <ExitsBox />
        <WindowBox />
      </div>
      <Steps steps={draft.steps} within={null} label={t('steps')} />
    </div>
  );
}

function Steps({ steps, within, label }: { steps: readonly Step[]; within: Within; label: string }) {
  const { mayEdit, words } = useEditing();
  return (
    <ol className={classes.steps} aria-label={label}>
      {mayEdit && (
        <li>
          <Inserter slot={{ within, index: 0 }} />
        </li>
      )}
      {steps.map((step, index) => (
        <Fragment key={step.id}>
          <li>
            <StepBox step={step} />
            {branchesOf(step).map((branch) => (
              <div key={branch.branchKey} className={classes.branch}>
                <span className={classes.name}>{words.branch(step, branch)}</span>
                <Steps
                  steps={branch.steps}
                  within={{ step: step.id, branchKey: branch.branchKey }}
                  label={words.branch(step, branch)}
                />
              </div>
            ))}
          </li>
          {mayEdit && (
            <li>
              <Inserter slot={{ within, index: index + 1 }} />
            </li>
          )}
        </Fragment>
      ))}
    </ol>
  );
}
