import { Button, Grid, NavLink, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CreateTemplateDocument,
  type ReadyMadeTemplatesQuery,
  TemplatePreviewDocument,
} from '../../../generated/dashboard/templates.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { readUncached } from '../../client/read-uncached.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { saveExample } from '../../mail/example-variables.ts';
import { MailFrame } from '../../mail/mail-frame.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loading } from '../../states/loading.tsx';
import { useGalleryText } from './texts.ts';
import { underFreeName } from './under-free-name.ts';

export type StartingPoint = ReadyMadeTemplatesQuery['readyMadeTemplates']['nodes'][number];

interface Props {
  ready: readonly StartingPoint[];
  empty: readonly StartingPoint[];
  chosen: StartingPoint;
  onChoose(key: string): void;
}

/** The choices for a new template, with a preview. */
export function TemplateChoice({ ready, empty, chosen, onChoose }: Props) {
  const t = useGalleryText();
  const navigate = useNavigate();
  const [own, setOwn] = useState<string>();
  const [error, setError] = useState<CombinedError>();
  const [create, busy] = useMutation(CreateTemplateDocument);
  const name = own ?? chosen.name;
  const make = async () => {
    const { editor, subject, content, localeVariants, variables } = chosen;
    const put = (name: string) => create({ input: { name, editor, subject, content, localeVariants } });
    // A default name may get a number; a typed name stays.
    const { data, error } = await (own === undefined ? underFreeName(name, put) : put(name));
    setError(error);
    if (!data) return;
    saveExample(data.createTemplate.template.id, variables);
    void navigate({ to: '/templates/$id', params: { id: data.createTemplate.template.id } });
  };
  const rows = (startingPoints: readonly StartingPoint[]) =>
    startingPoints.map(({ key, name }) => (
      <NavLink
        key={key}
        component="button"
        label={name}
        active={key === chosen.key}
        aria-pressed={key === chosen.key}
        onClick={() => onChoose(key)}
      />
    ));
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 5, lg: 4 }}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void make();
          }}
        >
          <Stack>
            <TextInput
              label={t('name')}
              description={t('nameHint')}
              value={name}
              error={fieldErrors(error).name}
              onChange={({ currentTarget: { value } }) => setOwn(value)}
            />
            <Text size="sm">{chosen.description}</Text>
            <Button type="submit" loading={busy}>
              {t('create')}
            </Button>
            {error && !fieldErrors(error).name && <Failed error={error} />}
          </Stack>
        </form>
        <ScrollArea.Autosize
          mah={520}
          mt="lg"
          viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t('startWith') }}
        >
          <Text size="sm" fw={600} mb={4}>
            {t('fromScratch')}
          </Text>
          {rows(empty)}
          <Text size="sm" fw={600} mt="md" mb={4}>
            {t('readyMade')}
          </Text>
          {rows(ready)}
        </ScrollArea.Autosize>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7, lg: 8 }}>
        <SelectedPreview of={chosen} />
      </Grid.Col>
    </Grid>
  );
}

function SelectedPreview({ of: { key, name, editor, subject, content, variables } }: { of: StartingPoint }) {
  const t = useGalleryText();
  const [shown, setShown] = useState<{ key: string; html?: string; error?: CombinedError | undefined }>();
  useEffect(() => {
    let wanted = true;
    const input = { editor, subject, content, variables };
    void readUncached(TemplatePreviewDocument, { input }).then(({ data, error }) => {
      if (wanted) setShown({ key, error, ...(data && { html: data.previewTemplate.html }) });
    });
    return () => {
      wanted = false;
    };
  }, [key, editor, subject, content, variables]);
  if (shown?.error) return <Failed error={shown.error} />;
  if (shown?.html === undefined) return <Loading lines={12} />;
  return <MailFrame html={shown.html} title={t('preview', { name })} height={720} />;
}
