import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import {
  DeleteFieldDocument,
  type FieldInTableFragment,
  FieldTableDocument,
} from '../../../generated/dashboard/lists.ts';
import { useChange } from '../../client/use-change.ts';
import { useChanged } from '../../client/use-changed.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { Pages, pageOf } from '../../tables/pages.tsx';
import { Conversion } from './conversion.tsx';
import { FieldForm } from './field-form.tsx';
import { useFieldsText } from './fields-texts.ts';
import { ListsNav } from './nav.tsx';
import { RowMenu } from './row-menu.tsx';
import { useListsText } from './texts.ts';

export const Fields = createLazyRoute('/lists/fields')({ component: FieldsScreen });

const route = getRouteApi('/lists/fields');

function FieldsScreen() {
  const say = useFieldsText();
  const sayLists = useListsText();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const read = useRead(FieldTableDocument, pageOf(route.useSearch()));
  useChanged(['CONTACT_FIELD'], read.again);
  const [edited, setEdited] = useState<FieldInTableFragment | 'new'>();
  const [doomed, setDoomed] = useState<FieldInTableFragment>();
  const [remove] = useChange(DeleteFieldDocument);
  const button = mayWrite && <Button onClick={() => setEdited('new')}>{say('create')}</Button>;
  return (
    <>
      <ListsNav />
      <ScreenTitle action={button}>{say('title')}</ScreenTitle>
      <Shown of={read}>
        {({ contactFields: { nodes, pageInfo } }) =>
          nodes.length === 0 ? (
            <Nothing
              title={say('none')}
              action={mayWrite && <Button onClick={() => setEdited('new')}>{say('createFirst')}</Button>}
            >
              {say('noneMore')}
            </Nothing>
          ) : (
            <>
              <Table highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{say('label')}</Table.Th>
                    <Table.Th visibleFrom="sm">{say('key')}</Table.Th>
                    <Table.Th>{say('type')}</Table.Th>
                    {mayWrite && (
                      <Table.Th w={48}>
                        <VisuallyHidden>{say('change')}</VisuallyHidden>
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
                        {say(field.type)}
                        <Conversion field={field} onEnd={read.again} />
                      </Table.Td>
                      {mayWrite && (
                        <Table.Td>
                          <RowMenu
                            of={field.label}
                            actions={[
                              { label: say('change'), onClick: () => setEdited(field) },
                              { label: sayLists('remove'), onClick: () => setDoomed(field), color: 'red' },
                            ]}
                          />
                        </Table.Td>
                      )}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
              <Pages info={pageInfo} onTurn={(search) => void navigate({ search })} />
            </>
          )
        }
      </Shown>
      <Dialog
        opened={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited === 'new' ? say('create') : say('change')}
      >
        {edited && (
          <FieldForm
            {...(edited !== 'new' && { field: edited })}
            onDone={() => {
              setEdited(undefined);
              read.again();
            }}
          />
        )}
      </Dialog>
      <ConfirmByName
        name={doomed?.key}
        title={say('delete')}
        warning={say('deleteMore')}
        action={sayLists('remove')}
        onClose={() => setDoomed(undefined)}
        onConfirm={async () => {
          const removed = await remove({ key: doomed?.key ?? '' });
          if (!removed.error) read.again();
          return removed;
        }}
      />
    </>
  );
}
