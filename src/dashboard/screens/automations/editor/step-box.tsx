import type { KeyboardEvent } from 'react';
import { shareOf } from '../../../numbers/share-of.ts';
import { useFormat } from '../../../texts/use-format.ts';
import { stepKey } from '../definition/part-errors.ts';
import type { Step } from '../definition/step.ts';
import { useEditorText } from '../editor-texts.ts';
import { useFiguresText } from '../figures-texts.ts';
import { useWalkText } from '../walk/texts.ts';
import { useEditing } from './editing.ts';
import classes from './part-box.module.css';
import { PartBox } from './part-box.tsx';

/** A step with its number of people, or, on a path, with the time of passing. */
export function StepBox({ step }: { step: Step }) {
  const { words, walk, mayEdit, shift, remove } = useEditing();
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
      isPassed={walk?.visits.has(step.id) || walk?.here === step.id}
      onKeyDown={press}
    >
      <span className={classes.facts}>{walk ? <Passed id={step.id} /> : <Counts id={step.id} />}</span>
    </PartBox>
  );
}

function Counts({ id }: { id: string }) {
  const say = useEditorText();
  const sayFigures = useFiguresText();
  const { percent } = useFormat();
  const rounded = (share: number) => percent(Math.round(share * 100) / 100);
  const editing = useEditing();
  const counts = editing.counts.get(id);
  if (!counts) return null;
  const { waiting, done, failed } = counts;
  const { sent, opens, clicks } = editing.figures.get(id) ?? {};
  return (
    <>
      {waiting > 0 && <strong>{say('here', { count: waiting })}</strong>}
      {failed > 0 && <strong>{say('failedHere', { count: failed })}</strong>}
      {sent ? (
        <>
          <span>{sayFigures('sentShort', { count: sent })}</span>
          <span>{sayFigures('openedShort', { share: rounded(shareOf(opens ?? 0, sent)) })}</span>
          <span>{sayFigures('clickedShort', { share: rounded(shareOf(clicks ?? 0, sent)) })}</span>
        </>
      ) : (
        done > 0 && <span>{say('done', { count: done })}</span>
      )}
    </>
  );
}

function Passed({ id }: { id: string }) {
  const say = useWalkText();
  const { moment } = useFormat();
  const { walk } = useEditing();
  const visit = walk?.visits.get(id);
  if (!visit) return walk?.here === id ? <strong>{say('isHere')}</strong> : null;
  return (
    <>
      <strong>{moment(visit.at)}</strong>
      {visit.outcome !== 'done' && <span>{say(visit.outcome === 'failed' ? 'failed' : 'skipped')}</span>}
      {visit.subject && <span>{visit.subject}</span>}
    </>
  );
}
