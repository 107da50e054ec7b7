import { useStepText } from '../step-texts.ts';
import { useEditing } from './editing.ts';
import { PartBox } from './part-box.tsx';

/** The trigger. */
export function TriggerBox() {
  const t = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="trigger" icon="trigger" title={t('trigger')} summary={words.trigger(draft.trigger)} />;
}

/** The entry rules. */
export function EntryBox() {
  const t = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="entry" icon="entry" title={t('entry')} summary={words.entry(draft.entry)} />;
}

/** The exit rules. */
export function ExitsBox() {
  const t = useStepText();
  const { draft, words } = useEditing();
  return <PartBox part="exits" icon="exits" title={t('exits')} summary={words.exits(draft.exits)} />;
}

/** When e-mails are sent. */
export function WindowBox() {
  const t = useStepText();
  const { draft, words } = useEditing();
  return (
    <PartBox part="sendWindow" icon="sendWindow" title={t('sendWindow')} summary={words.window(draft.sendWindow)} />
  );
}
