import { useFormat } from '../texts/use-format.ts';
import { useEditingText } from './texts.ts';

interface Named {
  id: string;
  name: string;
  createdAt: string;
}

/**
 * The lists as choices of a select. Lists of the same name are told apart by the time they were created. With `asks`, the first
 * of several choices is none, so that nobody writes to a list they did not choose.
 */
export function useListChoices(lists: readonly Named[], { asks = false } = {}): { value: string; label: string }[] {
  const t = useEditingText();
  const { moment } = useFormat();
  const plain = ({ name }: Named) => name.trim().toLowerCase();
  const counts = new Map<string, number>();
  for (const list of lists) counts.set(plain(list), (counts.get(plain(list)) ?? 0) + 1);
  const labelled = lists.map((list) => ({
    value: list.id,
    label: (counts.get(plain(list)) ?? 0) > 1 ? `${list.name} (${moment(list.createdAt)})` : list.name,
  }));
  // Lists made by a script within one minute still have one label.
  const distinct = labelled.map(({ value, label }, index) => {
    const place = labelled.slice(0, index).filter((other) => other.label === label).length;
    return { value, label: place === 0 ? label : `${label} – ${place + 1}` };
  });
  return asks && lists.length > 1 ? [{ value: '', label: t('chooseList') }, ...distinct] : distinct;
}
