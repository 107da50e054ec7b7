import { Button } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type FormRowFragment, FormsDocument } from '../../../generated/dashboard/forms.ts';
import { useRead } from '../../client/use-read.ts';
import { EditDrawer } from '../../editing/edit-drawer.tsx';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { pageOf } from '../../tables/pages.tsx';
import type { Column } from '../../tables/rows.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { Listing } from '../settings/listing.tsx';
import { EDITOR_WIDTH, FormEditor } from './form-editor.tsx';
import { useFormsText } from './texts.ts';

export const Forms = createLazyRoute('/forms')({ component: FormsScreen });

const route = getRouteApi('/forms');

/** The sign-up forms, and how well each does. */
function FormsScreen() {
  const t = useFormsText();
  const { number, percent } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const read = useRead(FormsDocument, pageOf(route.useSearch()));
  const columns: Column<FormRowFragment>[] = [
    {
      title: t('name'),
      cell: ({ id, name }) => (
        <TextLink to="/forms/$id" params={{ id }}>
          {name}
        </TextLink>
      ),
    },
    { title: t('list'), from: 'sm', cell: ({ list }) => list.name },
    { title: t('views'), from: 'md', right: true, cell: ({ views }) => number(views) },
    { title: t('signUps'), right: true, cell: ({ signUpsCount }) => number(signUpsCount) },
    {
      title: t('rate'),
      from: 'sm',
      right: true,
      cell: ({ conversionRate }) => (conversionRate == null ? '' : percent(conversionRate)),
    },
  ];
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setCreating(true)}>{t('create')}</Button>}>
        {t('forms')}
      </ScreenTitle>
      <Listing
        label={t('forms')}
        of={read}
        rows={({ forms }) => forms}
        columns={columns}
        empty={{
          title: t('noForms'),
          more: t('noFormsHint'),
          action: mayWrite && <Button onClick={() => setCreating(true)}>{t('createFirst')}</Button>,
        }}
        onPageChange={(search) => void navigate({ search })}
      />
      <EditDrawer title={t('create')} size={EDITOR_WIDTH} opened={creating} onClose={() => setCreating(false)}>
        <FormEditor
          form={undefined}
          onSaved={(id) => void navigate({ to: '/forms/$id', params: { id } })}
          onClose={() => setCreating(false)}
        />
      </EditDrawer>
    </>
  );
}
