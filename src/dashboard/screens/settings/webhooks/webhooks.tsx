import { Box, Button, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type WebhookRowFragment, WebhooksDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useRead } from '../../../client/use-read.ts';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { pageOf } from '../../../tables/pages.tsx';
import type { Column } from '../../../tables/rows.tsx';
import { Listing } from '../listing.tsx';
import { useSettingsText } from '../texts.ts';
import { PayloadExamples } from './payload-examples.tsx';
import { useWebhooksText } from './texts.ts';
import { useKinds } from './use-kinds.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

export const Webhooks = createLazyRoute('/settings/webhooks')({ component: WebhooksScreen });

const route = getRouteApi('/settings/webhooks');

/** The team's webhooks. */
function WebhooksScreen() {
  const settings = useSettingsText();
  const t = useWebhooksText();
  const { kindName } = useKinds();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const [creating, setCreating] = useState(false);
  const read = useRead(WebhooksDocument, pageOf(route.useSearch()));
  const columns: Column<WebhookRowFragment>[] = [
    {
      title: t('url'),
      cell: ({ id, url, description }) => (
        <>
          <TextLink to="/settings/webhooks/$id" params={{ id }}>
            {url}
          </TextLink>
          {description && (
            <Text size="sm" c="dimmed">
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      title: t('kinds'),
      from: 'md',
      cell: ({ kinds }) => (kinds.includes('ALL') ? t('allEvents') : kinds.map(kindName).join(', ')),
    },
    { title: t('webhookStatus'), cell: (row) => <WebhookState webhook={row} /> },
  ];
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setCreating(true)}>{t('create')}</Button>}>
        {settings('webhooks')}
      </ScreenTitle>
      <Listing
        label={settings('webhooks')}
        of={read}
        rows={({ webhooks }) => webhooks}
        columns={columns}
        empty={{
          title: t('noWebhooks'),
          more: t('noWebhooksHint'),
          action: mayWrite && <Button onClick={() => setCreating(true)}>{t('createFirst')}</Button>,
        }}
        onPageChange={(search) => void navigate({ search })}
      />
      <Box mt="xl">
        <PayloadExamples />
      </Box>
      <EditDrawer title={t('create')} opened={creating} onClose={() => setCreating(false)}>
        <WebhookForm webhook={undefined} onSaved={read.refetch} onClose={() => setCreating(false)} />
      </EditDrawer>
    </>
  );
}
