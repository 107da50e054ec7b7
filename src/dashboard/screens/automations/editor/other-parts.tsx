import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';
import { PartBox } from './part-box.tsx';

/** What starts the automation. */
export function TriggerBox() {
  const say = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="trigger" icon="trigger" title={say('trigger')} summary={words.trigger(draft.trigger)} />;
}

/** Who may pass. */
export function EntryBox() {
  const say = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="entry" icon="entry" title={say('entry')} summary={words.entry(draft.entry)} />;
}

/** What ends it at whichever step. */
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
