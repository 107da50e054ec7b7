import { Alert, Button, Drawer, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { EditedAutomationFragment } from '../../../../generated/dashboard/automations.ts';
import { UnsavedChanges } from '../../../editing/unsaved-changes.tsx';
import { focusMisread } from '../../../numbers/misread.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Failed } from '../../../states/failed.tsx';
import { changesOf } from '../definition/changes.ts';
import { stepKey } from '../definition/part-errors.ts';
import { useEditorText } from '../editor-texts.ts';
import type { EditorSearch } from '../search.ts';
import type { RunPath } from '../simulation/run-path.ts';
import { Simulation } from '../simulation/simulation.tsx';
import { EditingContext } from './editing.ts';
import classes from './editor.module.css';
import { NewVersion } from './new-version.tsx';
import { PartPanel } from './part-panel.tsx';
import { Steps } from './steps.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDraft } from './use-draft.ts';
import { useFigures } from './use-figures.ts';
import { useSteps } from './use-steps.ts';
import { useSurroundings } from './use-surroundings.ts';

interface Props {
  automation: EditedAutomationFragment;
  search: EditorSearch;
  onSearch(change: EditorSearch): void;
}

/** Where a panel fits beside the steps. */
export const WIDE = '(min-width: 62em)';

/** The steps of an automation, and beside them the selected step or a simulation. */
export function Editor({ automation, search, onSearch }: Props) {
  const t = useEditorText();
  const surroundings = useSurroundings(automation);
  const figures = useFigures(automation.id);
  const edited = useDraft(automation);
  const { draft, saved, isChanged, save } = edited;
  const mayEdit = useMayWrite() && automation.status !== 'ARCHIVED';
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const [runPath, setRunPath] = useState<RunPath>();
  const [isAsking, setAsking] = useState(false);

  const chosen = search.step ? stepKey(search.step) : search.part;
  const choose = (part: string | undefined) => {
    const step = part?.startsWith(stepKey('')) ? part.slice(stepKey('').length) : undefined;
    onSearch({ step, part: step ? undefined : (part as EditorSearch['part']) });
  };
  const { said, ...acts } = useSteps({ draft, change: edited.change, choose, words: surroundings.words });

  const store = async (moveRuns: boolean) => {
    const wrong = await save(moveRuns);
    setAsking(false);
    const [first] = wrong?.keys() ?? [];
    if (first !== undefined) choose(first === '' ? 'trigger' : first);
  };
  const ask = () => {
    if (!mayEdit || !isChanged || edited.busy || focusMisread(document.body)) return;
    if (automation.status !== 'DRAFT' && changesOf(saved, draft).ofDefinition) setAsking(true);
    else void store(false);
  };
  useHotkeys([
    ['mod+Z', () => mayEdit && edited.undo()],
    ['mod+shift+Z', () => mayEdit && edited.redo()],
    ['mod+Y', () => mayEdit && edited.redo()],
  ]);
  useHotkeys([['mod+S', ask]], [], true);

  const view = search.view ?? 'canvas';
  const panel =
    chosen === 'trial' ? (
      <Simulation runPath={runPath} onPath={setRunPath} fail={edited.fail} onClose={() => choose(undefined)} />
    ) : (
      <PartPanel />
    );
  return (
    <EditingContext value={{ ...surroundings, figures, ...acts, ...edited, mayEdit, chosen, choose, runPath }}>
      <Stack gap="sm">
        <Toolbar
          mayEdit={mayEdit}
          isChanged={isChanged}
          canUndo={edited.canUndo}
          canRedo={edited.canRedo}
          undo={edited.undo}
          redo={edited.redo}
          view={isWide ? view : undefined}
          onView={(view) => onSearch({ view: view === 'canvas' ? undefined : view })}
          busy={edited.busy}
          save={ask}
          discard={edited.discard}
          onSimulate={() => choose('trial')}
        />
        {mayEdit && (
          <Text size="xs" c="dimmed" visibleFrom="md">
            {t('shortcuts')}
          </Text>
        )}
        <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
        {edited.isElsewhere && (
          <Alert color="orange" variant="outline" role="status">
            <Group>
              <Text size="sm">{t('changedElsewhere')}</Text>
              <Button variant="default" size="xs" onClick={edited.loadTheirs}>
                {t('loadTheirs')}
              </Button>
            </Group>
          </Alert>
        )}
        {edited.error && <Failed error={edited.error} />}
        <div className={classes.both}>
          <div className={classes.steps}>
            <Steps view={isWide ? view : 'list'} />
          </div>
          {isWide && <aside className={classes.panel}>{panel}</aside>}
        </div>
        {!isWide && (
          <Drawer
            opened={chosen !== undefined}
            onClose={() => choose(undefined)}
            position="right"
            size="100%"
            withCloseButton={false}
            transitionProps={{ duration: 0 }}
            attributes={{ content: { 'aria-label': t('steps') } }}
          >
            {panel}
          </Drawer>
        )}
      </Stack>
      {isAsking && (
        <NewVersion
          saved={saved}
          version={automation.version}
          underWay={automation.counts.active}
          busy={edited.busy}
          onSave={(moveRuns) => void store(moveRuns)}
          onClose={() => setAsking(false)}
        />
      )}
      <UnsavedChanges isDirty={isChanged} />
    </EditingContext>
  );
}
