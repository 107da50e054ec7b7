import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CreateDraftDocument,
  ListsAndTemplatesDocument,
  type ListsAndTemplatesQuery,
} from '../../../generated/dashboard/campaigns.ts';
import { errorElsewhere, fieldErrors } from '../../client/field-errors.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useListChoices } from '../../editing/list-choices.ts';
import { FirstList } from '../../shell/first-list.tsx';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { EmptyState } from '../../states/empty-state.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { useCampaignsText } from './texts.ts';

export const NewCampaign = createLazyRoute('/campaigns/new')({ component: NewCampaignScreen });

function NewCampaignScreen() {
  const t = useCampaignsText();
  const read = useRead(ListsAndTemplatesDocument, {});
  return (
    <>
      <TextLink to="/campaigns">{t('all')}</TextLink>
      <ScreenTitle>{t('new')}</ScreenTitle>
      <Loaded of={read}>
        {({ lists, templates }) => {
          if (lists.nodes.length === 0)
            return (
              <EmptyState title={t('noLists')} action={<FirstList />}>
                {t('noListsHint')}
              </EmptyState>
            );
          if (templates.nodes.length === 0)
            return (
              <EmptyState
                title={t('noTemplates')}
                action={<ButtonLink to="/templates/new">{t('createTemplate')}</ButtonLink>}
              >
                {t('noTemplatesHint')}
              </EmptyState>
            );
          return <NewCampaignForm lists={lists.nodes} templates={templates.nodes} />;
        }}
      </Loaded>
    </>
  );
}

interface Props {
  lists: ListsAndTemplatesQuery['lists']['nodes'];
  templates: ListsAndTemplatesQuery['templates']['nodes'];
}

/** The required fields of a draft. Everything else is decided in the composer. */
function NewCampaignForm({ lists, templates }: Props) {
  const t = useCampaignsText();
  const navigate = useNavigate();
  const [create, busy] = useMutation(CreateDraftDocument);
  const [error, setError] = useState<CombinedError>();
  const errors = fieldErrors(error);
  const elsewhere = errorElsewhere(error, (path) => ['name', 'listId', 'template'].includes(path));
  const choices = useListChoices(lists);
  const begin = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const input = {
      name: String(given.get('name')),
      listId: String(given.get('list')),
      template: String(given.get('template')),
    };
    const { data, error } = await create({ input });
    setError(error);
    if (data) void navigate({ to: '/campaigns/$campaign', params: { campaign: data.createCampaign.campaign.id } });
  };
  return (
    <form onSubmit={(event) => void begin(event)} noValidate>
      <Stack maw="30rem">
        <TextInput label={t('name')} name="name" data-autofocus error={errors.name} />
        <NativeSelect label={t('list')} name="list" error={errors.listId} data={choices} />
        <NativeSelect
          label={t('template')}
          name="template"
          error={errors.template}
          data={templates.map(({ name }) => name)}
        />
        {elsewhere && <Failed error={elsewhere} />}
        <Button type="submit" loading={busy}>
          {t('create')}
        </Button>
      </Stack>
    </form>
  );
}
