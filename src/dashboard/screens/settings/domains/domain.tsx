import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { DomainDocument, type DomainRowFragment } from '../../../../generated/dashboard/domains.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { TextLink } from '../../../shell/links.tsx';
import { ScreenTitle } from '../../../shell/title.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { NotFound } from '../../../states/not-found.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { useSettingsText } from '../texts.ts';
import { DomainKeys } from './domain-keys.tsx';
import { DomainRecords } from './domain-records.tsx';
import { DomainReports } from './domain-reports.tsx';
import { DomainState, isComplete } from './domain-state.tsx';
import { useDomainsText } from './texts.ts';
import { useChecks } from './use-checks.ts';

export const Domain = createLazyRoute('/settings/domains/$id')({ component: DomainScreen });

const route = getRouteApi('/settings/domains/$id');

function DomainScreen() {
  const settings = useSettingsText();
  const { id } = route.useParams();
  const read = useRead(DomainDocument, { id });
  return (
    <>
      <TextLink to="/settings/domains">{settings('domains')}</TextLink>
      <Loaded of={read}>
        {({ sendingDomain }) =>
          sendingDomain ? <Shows domain={sendingDomain} refetch={read.refetch} /> : <NotFound />
        }
      </Loaded>
    </>
  );
}

/** The records of a domain, checked repeatedly while one is missing and the page is open. */
function Shows({ domain, refetch }: { domain: DomainRowFragment; refetch: () => void }) {
  const t = useDomainsText();
  const { ago } = useFormat();
  const mayWrite = useMayWrite();
  const complete = isComplete(domain);
  const { check, busy, error } = useChecks(domain.id, !complete || domain.rotationStartedAt != null, refetch);
  return (
    <>
      <ScreenTitle
        action={
          mayWrite && (
            <Button onClick={check} loading={busy}>
              {t('checkNow')}
            </Button>
          )
        }
      >
        {domain.domain}
      </ScreenTitle>
      <Stack gap="xl">
        <div>
          <Group gap="xs" role="status">
            <DomainState domain={domain} />
            <Text size="sm" c="dimmed">
              {domain.checkedAt ? t('checkedAgo', { when: ago(domain.checkedAt) }) : t('notChecked')}
            </Text>
          </Group>
          {!complete && (
            <Alert variant="outline" color="gray" mt="md">
              {t('publishHint')} {mayWrite && t('autoCheckHint')}
            </Alert>
          )}
          {error && <Failed error={error} />}
        </div>
        <DomainKeys domain={domain} />
        <DomainRecords records={domain.records} />
        <DomainReports id={domain.id} />
      </Stack>
    </>
  );
}
