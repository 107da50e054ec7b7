import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CheckOfDocument, type CheckOfQuery } from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';
import { TextLink } from '../../../shell/links.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import type { ShownCampaign } from '../campaign.tsx';
import type { Step } from '../search.ts';
import { inChosenLanguage } from './check-words.ts';
import { Kept } from './kept.tsx';
import { SpamScore } from './spam-score.tsx';
import { useComposeText } from './texts.ts';

type Issue = NonNullable<CheckOfQuery['checkCampaign']>['problems'][number];

/** Whether a draft can be sent: the server renders it for a sample of its recipients. */
export function CheckStep({ campaign: { id }, onGo }: { campaign: ShownCampaign; onGo: (step: Step) => void }) {
  const t = useComposeText();
  const read = useRead(CheckOfDocument, { id });
  return (
    <Loaded of={read}>
      {({ campaign, checkCampaign: check }) =>
        check && (
          <Stack maw="48rem">
            <Alert
              {...(check.ready ? { variant: 'default' } : { variant: 'outline', color: 'red' })}
              title={t(check.ready ? 'ready' : 'notReady')}
              role="status"
            >
              <Text size="sm">{t('recipientsNow', { count: check.recipientsCount })}</Text>
              <Kept of={campaign} />
            </Alert>
            {check.problems.length > 0 && <Issues issues={check.problems} onGo={onGo} />}
            {check.warnings.length > 0 && (
              <>
                <Text fw={600}>{t('warnings')}</Text>
                <Issues issues={check.warnings} onGo={onGo} />
              </>
            )}
            {check.spamScore && <SpamScore of={check.spamScore} />}
            <Group>
              <Button variant="default" onClick={read.refetch}>
                {t('checkAgain')}
              </Button>
            </Group>
          </Stack>
        )
      }
    </Loaded>
  );
}

/** The step with the fix for a problem, by the first part of its path. Other problems are fixed outside the campaign. */
const STEP_OF: Record<string, Step> = {
  template: 'what',
  subject: 'what',
  preheader: 'what',
  text: 'what',
  fromEmail: 'what',
  replyTo: 'what',
  headers: 'what',
  spam: 'what',
  segmentIds: 'who',
  excludedSegmentIds: 'who',
  audience: 'who',
  test: 'when',
  feedUrl: 'when',
};

/** People in the server's errors: their address and subscription id. */
const NAMED = /(\S+@\S+) \(([0-9a-f-]{36})\)/g;

export function Issues({ issues, onGo }: { issues: Issue[]; onGo: (step: Step) => void }) {
  const t = useComposeText();
  const here = getRouteApi('/campaigns/$campaign').useParams();
  return (
    <List spacing="sm">
      {issues.map(({ path, problem }) => {
        const step = STEP_OF[path[0] ?? ''];
        return (
          <List.Item key={path.join('.') + problem}>
            <Text size="sm">{inChosenLanguage(/^[A-Z]/.test(problem) ? problem : `${path.join('.')} ${problem}`)}</Text>
            <Group gap="sm">
              {step && (
                <Button variant="default" size="compact-xs" onClick={() => onGo(step)}>
                  {t('fix')}
                </Button>
              )}
              {[...problem.matchAll(NAMED)].map(([, who, person]) => (
                <TextLink
                  key={person}
                  size="sm"
                  to="/campaigns/$campaign"
                  params={here}
                  search={{ step: 'what', person }}
                >
                  {t('previewAs', { who })}
                </TextLink>
              ))}
            </Group>
          </List.Item>
        );
      })}
    </List>
  );
}
