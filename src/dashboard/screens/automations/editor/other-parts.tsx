import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';
import { PartBox } from './part-box.tsx';

/** The trigger. */
export function TriggerBox() {
  const say = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="trigger" icon="trigger" title={say('trigger')} summary={words.trigger(draft.trigger)} />;
}

/** The entry rules. */
export function EntryBox() {
  const say = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="entry" icon="entry" title={say('entry')} summary={words.entry(draft.entry)} />;
}

/** The exit rules. */
export function ExitsBox() {
  const say = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="exits" icon="exits" title={say('exits')} summary={words.exits(draft.exits)} />;
}

/** When e-mails leave. */
export function WindowBox() {
  const say = useStepText();
  const { draft, words } = useEditing();
  return (
    <PartBox part="sendWindow" icon="sendWindow" title={say('sendWindow')} summary={words.window(draft.sendWindow)} />
  );
}
