import { Button, Menu } from '@mantine/core';
import { ChevronDownIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import type { ViewFragment } from '../../../generated/dashboard/people.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { Failed } from '../../states/failed.tsx';
import type { PeopleSearch } from './search.ts';
import { useViews } from './use-views.ts';
import { ViewName } from './view-name.tsx';
import { useViewText } from './view-texts.ts';
import { contentsOf, isShown, searchOf } from './views.ts';

type Asked = { what: 'create' } | { what: 'rename' | 'delete'; view: ViewFragment };

/** Opens a view of the team, saves what is shown as one, renames and deletes it. */
export function ViewsMenu({ search, onOpen }: Props) {
  const t = useViewText();
  const { views, create, update, remove, refetch, mayWrite } = useViews();
  const [asked, setAsked] = useState<Asked>();
  const [opened, setOpened] = useState<string>();
  const [error, setError] = useState<CombinedError>();
  const shown = views.find((view) => isShown(view, search));
  const left = shown ? undefined : views.find(({ id }) => id === opened);
  const close = () => setAsked(undefined);
  const open = (view: ViewFragment) => {
    setOpened(view.id);
    onOpen(searchOf(view));
  };
  const saveChanges = async (view: ViewFragment) => {
    const { error: refused } = await update({ input: { ...contentsOf(search), id: view.id } });
    setError(refused);
    refetch();
  };
  const name = async (name: string) => {
    const { data, error: refused } =
      asked?.what === 'rename'
        ? await update({ input: { id: asked.view.id, name } })
        : await create({ input: { ...contentsOf(search), name } });
    if (data && 'createPeopleView' in data) setOpened(data.createPeopleView.peopleView.id);
    if (data) close();
    refetch();
    return refused;
  };
  const isNaming = asked?.what === 'create' || asked?.what === 'rename';
  return (
    <>
      <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
        <Menu.Target>
          <Button variant="default" size="xs" rightSection={<ChevronDownIcon aria-hidden />}>
            {shown?.name ?? t('views')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="60vh" style={{ overflowY: 'auto' }}>
          {views.map((view) => (
            <Menu.Item key={view.id} onClick={() => open(view)}>
              {view.name}
            </Menu.Item>
          ))}
          {views.length === 0 && <Menu.Label>{t('none')}</Menu.Label>}
          {mayWrite && (
            <>
              <Menu.Divider />
              {left && (
                <Menu.Item onClick={() => void saveChanges(left)}>{t('saveChanges', { name: left.name })}</Menu.Item>
              )}
              <Menu.Item onClick={() => setAsked({ what: 'create' })}>{t('save')}</Menu.Item>
              {shown && (
                <>
                  <Menu.Item onClick={() => setAsked({ what: 'rename', view: shown })}>
                    {t('rename', { name: shown.name })}
                  </Menu.Item>
                  <Menu.Item color="red" onClick={() => setAsked({ what: 'delete', view: shown })}>
                    {t('delete', { name: shown.name })}
                  </Menu.Item>
                </>
              )}
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      <Dialog opened={isNaming} onClose={close} title={t(asked?.what === 'rename' ? 'renameView' : 'save')}>
        <ViewName
          current={asked?.what === 'rename' ? asked.view.name : ''}
          action={t(asked?.what === 'rename' ? 'renameView' : 'save')}
          onName={name}
        />
      </Dialog>
      <Dialog opened={error !== undefined} onClose={() => setError(undefined)} title={t('views')}>
        {error && <Failed error={error} />}
      </Dialog>
      <ConfirmByName
        name={asked?.what === 'delete' ? asked.view.name : undefined}
        isTyped={false}
        title={t('deleteView')}
        warning={t('deleteHint')}
        action={t('deleteView')}
        onClose={close}
        onConfirm={async () => {
          const answer = asked?.what === 'delete' ? await remove({ id: asked.view.id }) : {};
          refetch();
          return answer;
        }}
      />
    </>
  );
}

interface Props {
  /** What is shown: list, filters, order and columns. */
  search: PeopleSearch & { list: string };
  onOpen: (search: PeopleSearch) => void;
}
