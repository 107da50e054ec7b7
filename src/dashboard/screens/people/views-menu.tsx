import { Button, Group, Menu, Stack, TextInput } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useViewer } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { forgetView, isShown, keepView, readViews } from './kept-views.ts';
import { NO_FILTERS, type PeopleSearch } from './search.ts';
import { useViewText } from './view-texts.ts';

/** Opens a saved view, saves the one that is shown under a name, and deletes it. */
export function ViewsMenu({ search, onOpen }: Props) {
  const t = useViewText();
  const team = useViewer().team.id;
  const [views, setViews] = useState(() => readViews(team));
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const shown = views.find((view) => isShown(view, search));
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size="xs" rightSection={<ChevronDownIcon aria-hidden />}>
            {shown?.name ?? t('views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.map((view) => (
            <Menu.Item
              key={view.name}
              onClick={() => onOpen({ ...NO_FILTERS, sort: undefined, columns: undefined, ...view.search })}
            >
              {view.name}
            </Menu.Item>
          ))}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => setNaming(true)}>{t('save')}</Menu.Item>
          {shown && (
            <Menu.Item color="red" onClick={() => setViews(forgetView(team, shown.name))}>
              {t('delete', { name: shown.name })}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isNaming} onClose={() => setNaming(false)} title={t('save')}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() === '') return;
            setViews(keepView(team, { name: name.trim(), search }));
            setNaming(false);
            setName('');
          }}
        >
          <Stack>
            <TextInput
              label={t('name')}
              description={t('hint')}
              value={name}
              maxLength={60}
              data-autofocus
              onChange={({ currentTarget: { value } }) => setName(value)}
            />
            <Group justify="flex-end">
              <Button type="submit" disabled={name.trim() === ''}>
                {t('save')}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

interface Props {
  /** What is shown: list, filters, order and columns. */
  search: PeopleSearch;
  onOpen: (search: PeopleSearch) => void;
}
