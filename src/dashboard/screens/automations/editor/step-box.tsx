import type { KeyboardEvent } from 'react';
import { shareOf } from '../../../numbers/share-of.ts';
import { useFormat } from '../../../texts/use-format.ts';
import { stepKey } from '../definition/part-errors.ts';
import type { Step } from '../definition/step.ts';
import { useEditorText } from '../editor-texts.ts';
import { useFiguresText } from '../figures-texts.ts';
import { useSimulationText } from '../simulation/texts.ts';
import { useEditing } from './editing.ts';
import classes from './part-box.module.css';
import { PartBox } from './part-box.tsx';

/** A step with its number of people, or, on a path, with the time of passing. */
export function StepBox({ step }: { step: Step }) {
  const { words, runPath, mayEdit, shift, remove } = useEditing();
  const press = (event: KeyboardEvent) => {
    if (!mayEdit) return;
    const by = event.altKey && ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key as 'ArrowUp'];
    if (by) shift(step.id, by);
    else if (event.key === 'Delete') remove(step.id);
    else return;
    event.preventDefault();
  };
  return (
    <PartBox
      part={stepKey(step.id)}
      icon={step.type}
      title={words.kind(step)}
      summary={words.summary(step)}
      isPassed={runPath?.results.has(step.id) || runPath?.currentStep === step.id}
      onKeyDown={press}
    >
      <span className={classes.counts}>{runPath ? <Passed id={step.id} /> : <Counts id={step.id} />}</span>
    </PartBox>
  );
}

function Counts({ id }: { id: string }) {
  const t = useEditorText();
  const tFigures = useFiguresText();
  const { percent } = useFormat();
  const rounded = (share: number) => percent(Math.round(share * 100) / 100);
  const editing = useEditing();
  const counts = editing.counts.get(id);
  if (!counts) return null;
  const { waiting, done, failed } = counts;
  const { sent, opens, clicks } = editing.figures.get(id) ?? {};
  return (
    <>
      {waiting > 0 && <strong>{t('peopleHere', { count: waiting })}</strong>}
      {failed > 0 && <strong>{t('failedCount', { count: failed })}</strong>}
      {sent ? (
        <>
          <span>{tFigures('sentShort', { count: sent })}</span>
          <span>{tFigures('openedShort', { share: rounded(shareOf(opens ?? 0, sent)) })}</span>
          <span>{tFigures('clickedShort', { share: rounded(shareOf(clicks ?? 0, sent)) })}</span>
        </>
      ) : (
        done > 0 && <span>{t('doneCount', { count: done })}</span>
      )}
    </>
  );
}

function Passed({ id }: { id: string }) {
  const t = useSimulationText();
  const { moment } = useFormat();
  const { runPath } = useEditing();
  const result = runPath?.results.get(id);
  if (!result) return runPath?.currentStep === id ? <strong>{t('waitingHere')}</strong> : null;
  return (
    <>
      <strong>{moment(result.at)}</strong>
      {result.outcome !== 'DONE' && <span>{t(result.outcome === 'FAILED' ? 'failed' : 'skipped')}</span>}
      {result.subject && <span>{result.subject}</span>}
    </>
  );
}
