import { Button, Group, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { WebhookDocument, type WebhookRowFragment } from '../../../../generated/dashboard/webhooks.ts';
import { Uncached } from '../../../client/uncached.tsx';
import { useRead } from '../../../client/use-read.ts';
import { EditDrawer } from '../../../editing/edit-drawer.tsx';
import { useEditingText } from '../../../editing/texts.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { NotFound } from '../../../states/not-found.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useSettingsText } from '../texts.ts';
import { DeleteWebhook } from './delete-webhook.tsx';
import { Deliveries } from './deliveries.tsx';
import { PayloadExamples } from './payload-examples.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { SendTest } from './send-test.tsx';
import { useWebhooksText } from './texts.ts';
import { useKinds } from './use-kinds.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookState } from './webhook-state.tsx';

export const Webhook = createLazyRoute('/settings/webhooks/$id')({ component: WebhookScreen });

const route = getRouteApi('/settings/webhooks/$id');

function WebhookScreen() {
  const settings = useSettingsText();
  const { id } = route.useParams();
  const read = useRead(WebhookDocument, { id });
  return (
    <>
      <TextLink to="/settings/webhooks">{settings('webhooks')}</TextLink>
      <Loaded of={read}>{({ webhook }) => (webhook ? <Shows webhook={webhook} /> : <NotFound />)}</Loaded>
    </>
  );
}

/** A webhook with its actions and live deliveries. */
function Shows({ webhook }: { webhook: WebhookRowFragment }) {
  const t = useWebhooksText();
  const edit = useEditingText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const { kindName } = useKinds();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const [editing, setEditing] = useState(false);
  const { id, url, description, kinds, failingSince } = webhook;
  return (
    <>
      <ScreenTitle action={mayWrite && <Button onClick={() => setEditing(true)}>{edit('edit')}</Button>}>
        {url}
      </ScreenTitle>
      <Stack gap="xl">
        <div>
          <Group gap="xs">
            <WebhookState webhook={webhook} />
            {failingSince && (
              <Text size="sm" c="dimmed">
                {t('failingSince', { when: ago(failingSince) })}
              </Text>
            )}
          </Group>
          {description && <Text mt="xs">{description}</Text>}
          <Text size="sm" c="dimmed" mt="xs">
            {kinds.includes('ALL') ? t('allEvents') : kinds.map(kindName).join(', ')}
          </Text>
        </div>
        {mayWrite && (
          <Group align="flex-start">
            <SendTest id={id} />
            <RotateSecret id={id} />
            <DeleteWebhook webhook={webhook} onDeleted={() => void navigate({ to: '/settings/webhooks' })} />
          </Group>
        )}
        <Uncached>
          <Deliveries
            id={id}
            search={search}
            onSearch={(change) => void navigate({ search: (now) => ({ ...now, ...change }) })}
          />
        </Uncached>
        <PayloadExamples {...(!kinds.includes('ALL') && { kinds })} />
      </Stack>
      <EditDrawer title={t('editTitle')} opened={editing} onClose={() => setEditing(false)}>
        <WebhookForm webhook={webhook} onSaved={() => {}} onClose={() => setEditing(false)} />
      </EditDrawer>
    </>
  );
}
