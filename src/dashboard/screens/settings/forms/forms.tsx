import { Button } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type FormRowFragment, FormsDocument } from '../../../../generated/dashboard/forms.ts';
import { useRead } from '../../../client/use-read.ts';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { Listing } from '../listing.tsx';
import { useSettingsText } from '../texts.ts';
import { FormEditor } from './form-editor.tsx';
import { useFormsText } from './texts.ts';

export const Forms = createLazyRoute('/settings/forms')({ component: FormsScreen });

const route = getRouteApi('/settings/forms');

/** The sign-up forms, and how well each does. */
function FormsScreen() {
  const settings = useSettingsText();
  const say = useFormsText();
  const { number, percent } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const read = useRead(FormsDocument, pageOf(route.useSearch()));
  const columns: Column<FormRowFragment>[] = [
    {
      title: say('name'),
      cell: ({ id, name }) => (
        <TextLink to="/settings/forms/$id" params={{ id }}>
          {name}
        </TextLink>
      ),
    },
    { title: say('list'), from: 'sm', cell: ({ list }) => list.name },
    { title: say('views'), from: 'md', right: true, cell: ({ views }) => number(views) },
    { title: say('signUps'), right: true, cell: ({ signUpsCount }) => number(signUpsCount) },
    {
      title: say('rate'),
      from: 'sm',
      right: true,
      cell: ({ conversionRate }) => (conversionRate == null ? '' : percent(conversionRate)),
    },
  ];
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setCreating(true)}>{say('create')}</Button>}>
        {settings('forms')}
      </ScreenTitle>
      <Listing
        label={settings('forms')}
        of={read}
        rows={({ forms }) => forms}
        columns={columns}
        empty={{
          title: say('none'),
          more: say('noneMore'),
          action: mayWrite && <Button onClick={() => setCreating(true)}>{say('createFirst')}</Button>,
        }}
        onTurn={(search) => void navigate({ search })}
      />
      <EditDrawer title={say('create')} opened={creating} onClose={() => setCreating(false)}>
        <FormEditor
          form={undefined}
          onSaved={(id) => void navigate({ to: '/settings/forms/$id', params: { id } })}
          onClose={() => setCreating(false)}
        />
      </EditDrawer>
    </>
  );
}
