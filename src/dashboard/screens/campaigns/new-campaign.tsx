import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  CreateDraftDocument,
  ListsAndTemplatesDocument,
  type ListsAndTemplatesQuery,
} from '../../../generated/dashboard/campaigns.ts';
import { fieldErrors } from '../../client/field-errors.ts';
import { useChange } from '../../client/use-change.ts';
import { useRead } from '../../client/use-read.ts';
import { ButtonLink, TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { Nothing } from '../../states/nothing.tsx';
import { Shown } from '../../states/shown.tsx';
import { useCampaignsText } from './texts.ts';

export const NewCampaign = createLazyRoute('/campaigns/new')({ component: NewCampaignScreen });

function NewCampaignScreen() {
  const say = useCampaignsText();
  const read = useRead(ListsAndTemplatesDocument, {});
  return (
    <>
      <TextLink to="/campaigns">{say('all')}</TextLink>
      <ScreenTitle>{say('new')}</ScreenTitle>
      <Shown of={read}>
        {({ lists, templates }) => {
          if (lists.nodes.length === 0)
            return (
              <Nothing title={say('noLists')} action={<ButtonLink to="/lists">{say('toLists')}</ButtonLink>}>
                {say('noListsMore')}
              </Nothing>
            );
          if (templates.nodes.length === 0)
            return (
              <Nothing
                title={say('noTemplates')}
                action={<ButtonLink to="/templates/new">{say('toTemplates')}</ButtonLink>}
              >
                {say('noTemplatesMore')}
              </Nothing>
            );
          return <Beginning lists={lists.nodes} templates={templates.nodes} />;
        }}
      </Shown>
    </>
  );
}

interface Props {
  lists: ListsAndTemplatesQuery['lists']['nodes'];
  templates: ListsAndTemplatesQuery['templates']['nodes'];
}

/** The required fields of a draft. Everything else is decided in the composer. */
function Beginning({ lists, templates }: Props) {
  const say = useCampaignsText();
  const navigate = useNavigate();
  const [create, busy] = useChange(CreateDraftDocument);
  const [error, setError] = useState<CombinedError>();
  const errors = fieldErrors(error);
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
    if (data) void navigate({ to: '/campaigns/$campaign', params: { campaign: data.createCampaign.id } });
  };
  return (
    <form onSubmit={(event) => void begin(event)} noValidate>
      <Stack maw="30rem">
        <TextInput label={say('name')} name="name" data-autofocus error={errors.name} />
        <NativeSelect
          label={say('list')}
          name="list"
          error={errors.listId}
          data={lists.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <NativeSelect
          label={say('template')}
          name="template"
          error={errors.template}
          data={templates.map(({ name }) => name)}
        />
        {error && Object.keys(errors).length === 0 && <Failed error={error} />}
        <Button type="submit" loading={busy}>
          {say('create')}
        </Button>
      </Stack>
    </form>
  );
}
