import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useShellText } from '../shell/texts.ts';
import { usePaletteText } from './texts.ts';
import { useFound } from './use-found.ts';
import { usePlaces } from './use-places.tsx';
import { useRows } from './use-rows.tsx';

const [store, spotlight] = createSpotlight();

/**
 * A keyboard menu of screens, create actions, and found people, campaigns and other objects. It opens on `asked`; its component
 * loads on first use.
 */
export default function Palette({ asked }: { asked: number }) {
  const say = usePaletteText();
  const sayShell = useShellText();
  const [typed, setTyped] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens again each time
  useEffect(spotlight.open, [asked]);
  const { found, isLooking } = useFound(typed);
  const places = usePlaces(typed);
  const rows = useRows(typed, found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that rows come
  useEffect(selectFirst, [found]);
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={setTyped}
      actions={[...places, ...rows].filter(({ actions }) => actions.length > 0)}
      filter={(_, actions) => actions}
      nothingFound={say(isLooking ? 'looking' : 'nothing')}
      searchProps={{ placeholder: sayShell('go'), 'aria-label': sayShell('go') }}
      attributes={{ content: { 'aria-label': sayShell('go') } }}
      transitionProps={{ duration: 0 }}
      styles={{ actionDescription: { color: 'inherit', opacity: 1 } }} // the default is too pale on the selected row
      scrollable
      maxHeight="min(70vh, 480px)"
      shortcut={null}
    />
  );
}

/** Rows arrive after Mantine selected one for Enter; without a selection, select the first. */
function selectFirst(): void {
  const list = document.getElementById(store.getState().listId);
  if (!list || list.querySelector('[data-selected]')) return;
  list.querySelector('[data-action]')?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}
