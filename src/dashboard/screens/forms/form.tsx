import { Anchor, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { DeleteFormDocument, FormDocument, type FormRowFragment } from '../../../generated/dashboard/forms.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { ConfirmByName } from '../../editing/confirm-by-name.tsx';
import { CopyField } from '../../editing/copy-field.tsx';
import { EditDrawer } from '../../editing/edit-drawer.tsx';
import { useEditingText } from '../../editing/texts.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { EDITOR_WIDTH, FormEditor } from './form-editor.tsx';
import { FormPreview } from './form-preview.tsx';
import { valuesOf } from './form-values.ts';
import { useFormsText } from './texts.ts';

export const Form = createLazyRoute('/forms/$id')({ component: FormScreen });

const route = getRouteApi('/forms/$id');

function FormScreen() {
  const t = useFormsText();
  const { id } = route.useParams();
  const read = useRead(FormDocument, { id });
  return (
    <>
      <TextLink to="/forms">{t('forms')}</TextLink>
      <Loaded of={read}>{({ form }) => (form ? <Shows form={form} /> : <NotFound />)}</Loaded>
    </>
  );
}

/** A form as people see it, and the code to put it on another site. */
function Shows({ form }: { form: FormRowFragment }) {
  const t = useFormsText();
  const edit = useEditingText();
  const { number, percent } = useFormat();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [remove] = useMutation(DeleteFormDocument);
  const values = useMemo(() => valuesOf(form, form.listId), [form]);
  const { id, name, kind, list, url, html, views, signUpsCount, conversionRate } = form;
  const details = [
    t('viewCount', { count: views }),
    `${number(signUpsCount)} ${t('signUps')}`,
    conversionRate != null && percent(conversionRate),
  ];
  return (
    <>
      <ScreenTitle
        action={
          mayWrite && (
            <Group gap="xs">
              <Button variant="default" onClick={() => setDeleting(true)}>
                {edit('delete')}
              </Button>
              <Button onClick={() => setEditing(true)}>{edit('edit')}</Button>
            </Group>
          )
        }
      >
        {name}
      </ScreenTitle>
      <Stack gap="xl">
        <Text size="sm" c="dimmed">
          {[`${t('list')}: ${list.name}`, ...details].filter(Boolean).join(' · ')}
        </Text>
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl">
          <Panel title={t('preview')}>
            <FormPreview values={values} />
            <Anchor href={url} target="_blank" rel="noreferrer">
              {t('viewPage')}
            </Anchor>
          </Panel>
          <Panel title={t('embedCode')}>
            <Stack>
              <Text size="sm">
                {t(kind === 'INLINE' ? 'embedCodeHint' : kind === 'PAGE' ? 'linkCodeHint' : 'openCodeHint')}
              </Text>
              <CopyField label={t('code')} value={html} />
              <CopyField label={t('pageUrl')} value={url} />
            </Stack>
          </Panel>
        </SimpleGrid>
      </Stack>
      <EditDrawer title={t('editTitle')} size={EDITOR_WIDTH} opened={editing} onClose={() => setEditing(false)}>
        <FormEditor form={form} onSaved={() => setEditing(false)} onClose={() => setEditing(false)} />
      </EditDrawer>
      <ConfirmByName
        title={t('deleteTitle')}
        warning={t('deleteWarning')}
        name={deleting ? name : undefined}
        action={edit('delete')}
        onConfirm={async () => {
          const done = await remove({ id });
          if (!done.error) void navigate({ to: '/forms' });
          return done;
        }}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
