import '@mantine/spotlight/styles.css';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { useShellText } from '../shell/texts.ts';
import { usePaletteText } from './texts.ts';
import { useCommands } from './use-commands.tsx';
import { useResults } from './use-results.tsx';
import { useSearchResults } from './use-search-results.ts';

const [store, spotlight] = createSpotlight();

/**
 * A keyboard menu of screens, create actions, and found people, campaigns and other objects. It opens on `asked`; its component
 * loads on first use.
 */
export default function Palette({ asked }: { asked: number }) {
  const t = usePaletteText();
  const tShell = useShellText();
  const [typed, setTyped] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: it opens again each time
  useEffect(spotlight.open, [asked]);
  const { found, isSearching } = useSearchResults(typed);
  const commands = useCommands(typed);
  const rows = useResults(typed, found);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time that rows come
  useEffect(selectFirst, [found]);
  return (
    <Spotlight
      store={store}
      query={typed}
      onQueryChange={setTyped}
      actions={[...commands, ...rows].filter(({ actions }) => actions.length > 0)}
      filter={(_, actions) => actions}
      nothingFound={t(isSearching ? 'searching' : 'noResults')}
      searchProps={{ placeholder: tShell('search'), 'aria-label': tShell('search') }}
      attributes={{ content: { 'aria-label': tShell('search') } }}
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
