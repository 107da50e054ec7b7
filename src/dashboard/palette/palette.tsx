import '@mantine/spotlight/styles.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { FindDocument, type FindQuery } from '../../generated/dashboard/palette.ts';
import { readUncached } from '../client/read-uncached.ts';
import { useShellText } from '../shell/texts.ts';
import { usePaletteText } from './texts.ts';
import { useCommands } from './use-commands.tsx';
import { useResults } from './use-results.tsx';

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

const DEBOUNCE_MS = 200;
/** The minimum length of a search. */
const MIN_LENGTH = 2;

/** The rows of all kinds that match the typed text, and whether more may follow. */
function useSearchResults(typed: string): { found?: FindQuery; isSearching: boolean } {
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const [last, setLast] = useState<{ found?: FindQuery; for?: string }>({});
  useEffect(() => {
    if (search.length < MIN_LENGTH) return setLast({});
    let isLate = false;
    void readUncached(FindDocument, { search }).then(({ data }) => {
      if (!isLate) setLast({ ...(data && { found: data }), for: search });
    });
    return () => {
      isLate = true;
    };
  }, [search]);
  return { ...last, isSearching: typed.trim().length >= MIN_LENGTH && last.for !== typed.trim() };
}
