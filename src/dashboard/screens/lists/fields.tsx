import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteFieldDocument,
  type FieldInTableFragment,
  FieldTableDocument,
} from '../../../generated/dashboard/lists.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { FieldForm } from './field-form.tsx';
import { useFieldsText } from './fields-texts.ts';
import { ListsNav } from './nav.tsx';
import { RowMenu } from './row-menu.tsx';
import { useListsText } from './texts.ts';
import { TypeChange } from './type-change.tsx';

export const Fields = createLazyRoute('/lists/fields')({ component: FieldsScreen });

const route = getRouteApi('/lists/fields');

function FieldsScreen() {
  const t = useFieldsText();
  const tLists = useListsText();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const read = useRead(FieldTableDocument, pageOf(route.useSearch()));
  useOnChange(['CONTACT_FIELD'], read.refetch);
  const [edited, setEdited] = useState<FieldInTableFragment | 'new'>();
  const [toDelete, setToDelete] = useState<FieldInTableFragment>();
  const [remove] = useMutation(DeleteFieldDocument);
  const button = mayWrite && <Button onClick={() => setEdited('new')}>{t('create')}</Button>;
  return (
    <>
      <ListsNav />
      <ScreenTitle action={button}>{t('title')}</ScreenTitle>
      <Loaded of={read}>
        {({ contactFields: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <EmptyState
              title={t('noFields')}
              action={mayWrite && <Button onClick={() => setEdited('new')}>{t('createFirst')}</Button>}
            >
              {t('noFieldsHint')}
            </EmptyState>
          ) : (
            <>
              <Table highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('label')}</Table.Th>
                    <Table.Th visibleFrom="sm">{t('key')}</Table.Th>
                    <Table.Th>{t('type')}</Table.Th>
                    {mayWrite && (
                      <Table.Th w={48}>
                        <VisuallyHidden>{t('edit')}</VisuallyHidden>
                      </Table.Th>
                    )}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {nodes.map((field) => (
                    <Table.Tr key={field.id}>
                      <Table.Td>{field.label}</Table.Td>
                      <Table.Td visibleFrom="sm">
                        <Text size="sm" ff="monospace">
                          {field.key}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        {t(field.type)}
                        <TypeChange field={field} onEnd={read.refetch} />
                      </Table.Td>
                      {mayWrite && (
                        <Table.Td>
                          <RowMenu
                            of={field.label}
                            actions={[
                              { label: t('edit'), onClick: () => setEdited(field) },
                              { label: tLists('delete'), onClick: () => setToDelete(field), color: 'red' },
                            ]}
                          />
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Pages info={pageInfo} onPageChange={(search) => void navigate({ search })} />
            </>
          )
        }
      </Loaded>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? t('create') : t('edit')}
      >
        {edited && (
          <FieldForm
            {...(edited !== 'new' && { field: edited })}
            onDone={() => {
              setEdited(undefined);
              read.refetch();
            }}
          />
        )}
      </Dialog>
      <ConfirmByName
        name={toDelete?.key}
        title={t('delete')}
        warning={t('deleteHint')}
        action={tLists('delete')}
        onClose={() => setToDelete(undefined)}
        onConfirm={async () => {
          const removed = await remove({ key: toDelete?.key ?? '' });
          if (!removed.error) read.refetch();
          return removed;
        }}
      />
    </>
  );
}
