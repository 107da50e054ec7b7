import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import {
  FeedbackSourceRowsDocument,
  type FeedbackSourceRowsQuery,
  RemoveFeedbackSourceDocument,
} from '../../../../generated/dashboard/deliverability.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { ConfirmByName } from '../../../editing/confirm-by-name.tsx';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { type Column, Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { RowActions } from '../row-actions.tsx';
import { AddSource } from './add-source.tsx';
import { useSourceText } from './source-texts.ts';

type Source = FeedbackSourceRowsQuery['feedbackSources']['nodes'][number];

/** The addresses at which mail providers report bounces, complaints and unsubscribes. */
export function FeedbackSources() {
  const t = useSourceText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<Source>();
  const [remove] = useMutation(RemoveFeedbackSourceDocument);
  const read = useRead(FeedbackSourceRowsDocument, {});
  const titleOf = ({ name, provider }: Source) => name ?? t(provider);
  const columns: Column<Source>[] = [
    { title: t('name'), cell: titleOf },
    { title: t('provider'), from: 'sm', cell: ({ provider }) => t(provider) },
    {
      title: t('lastReport'),
      cell: ({ lastReceivedAt }) => (lastReceivedAt ? ago(lastReceivedAt) : t('noReport')),
    },
  ];
  if (mayWrite) {
    columns.push({
      title: edit('actions'),
      hiddenTitle: true,
      right: true,
      cell: (row) => (
        <RowActions of={titleOf(row)} actions={[{ label: edit('delete'), onClick: () => setDeleting(row) }]} />
      ),
    });
  }
  return (
    <Panel title={t('sources')}>
      <Loaded of={read}>
        {({ feedbackSources: { nodes } }) => (
          <>
            {nodes.length === 0 ? (
              <Text c="dimmed">{t('noSources')}</Text>
            ) : (
              <Rows label={t('sources')} rows={nodes} columns={columns} idOf={({ id }) => id} />
            )}
            {mayWrite && (
              <Group mt="md">
                <Button variant="default" onClick={() => setAdding(true)}>
                  {t('addSource')}
                </Button>
              </Group>
            )}
          </>
        )}
      </Loaded>
      <EditDrawer title={t('addSource')} opened={adding} onClose={() => setAdding(false)}>
        <AddSource onAdded={read.refetch} onClose={() => setAdding(false)} />
      </EditDrawer>
      <ConfirmByName
        title={t('deleteTitle')}
        warning={t('deleteWarning')}
        name={deleting && titleOf(deleting)}
        isTyped={false}
        action={edit('delete')}
        onConfirm={async () => {
          const done = await remove({ id: deleting?.id ?? '' });
          if (!done.error) read.refetch();
          return done;
        }}
        onClose={() => setDeleting(undefined)}
      />
    </Panel>
  );
}
