import { ActionIcon, Button, Group, SegmentedControl, Text } from '@mantine/core';
import { ResetIcon } from '@radix-ui/react-icons';
import { readChoice } from '../../../shell/read-search.ts';
import { useEditorText } from '../editor-texts.ts';
import { VIEWS } from '../search.ts';
import classes from './toolbar.module.css';

interface Props {
  mayEdit: boolean;
  isChanged: boolean;
  canUndo: boolean;
  canRedo: boolean;
  busy: boolean;
  /** Undefined where there is no room for a canvas. */
  view: (typeof VIEWS)[number] | undefined;
  onView(view: (typeof VIEWS)[number]): void;
  undo(): void;
  redo(): void;
  save(): void;
  discard(): void;
  onSimulate(): void;
}

/** The actions on the steps as a whole. */
export function Toolbar(props: Props) {
  const t = useEditorText();
  const { mayEdit, isChanged, view } = props;
  return (
    <Group gap="xs">
      {view && (
        <SegmentedControl
          size="xs"
          aria-label={t('view')}
          value={view}
          data={VIEWS.map((value) => ({ value, label: t(value) }))}
          onChange={(value) => props.onView(readChoice(value, VIEWS) ?? 'canvas')}
          transitionDuration={0}
        />
      )}
      <Button variant="default" size="xs" onClick={props.onSimulate}>
        {t('simulate')}
      </Button>
      {mayEdit && (
        <>
          <ActionIcon
            id="undo"
            variant="default"
            size={30}
            aria-label={t('undo')}
            title={t('undo')}
            onClick={props.undo}
            data-disabled={!props.canUndo || undefined}
            aria-disabled={!props.canUndo}
          >
            <ResetIcon aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={t('redo')}
            title={t('redo')}
            onClick={props.redo}
            data-disabled={!props.canRedo || undefined}
            aria-disabled={!props.canRedo}
          >
            <ResetIcon aria-hidden className={classes.mirrored} />
          </ActionIcon>
          <Button size="xs" onClick={props.save} loading={props.busy} disabled={!isChanged}>
            {t('save')}
          </Button>
          {isChanged && (
            <>
              <Button variant="subtle" size="xs" onClick={props.discard}>
                {t('discard')}
              </Button>
              <Text size="sm" c="dimmed">
                {t('unsaved')}
              </Text>
            </>
          )}
        </>
      )}
    </Group>
  );
}
