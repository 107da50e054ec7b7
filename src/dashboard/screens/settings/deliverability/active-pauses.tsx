import { Text } from '@mantine/core';
import type { SenderSetupQuery } from '../../../../generated/dashboard/deliverability.ts';
import { TextLink } from '../../../shell/links.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Rows } from '../../../tables/rows.tsx';
import { useFormat } from '../../../texts/use-format.ts';
import { usePausesText } from '../pauses/texts.ts';
import { useSettingsText } from '../texts.ts';
import { useDeliverabilityText } from './texts.ts';

type Pause = SenderSetupQuery['sendingPauses']['nodes'][number];

/** The pauses that hold messages back now, and a way to end them. */
export function ActivePauses({ pauses }: { pauses: readonly Pause[] }) {
  const t = useDeliverabilityText();
  const settings = useSettingsText();
  const words = usePausesText();
  const { ago } = useFormat();
  const active = pauses.filter(({ pausedUntil }) => pausedUntil && Date.parse(pausedUntil) > Date.now());
  return (
    <Panel title={settings('pauses')}>
      {active.length === 0 ? (
        <Text c="dimmed">{t('noPauses')}</Text>
      ) : (
        <Rows
          label={settings('pauses')}
          rows={active}
          idOf={({ id }) => id}
          columns={[
            { title: words('domain'), cell: ({ domain }) => domain ?? words('allRecipients') },
            {
              title: words('transport'),
              from: 'sm',
              cell: ({ transport }) => transport?.name ?? words('systemMailServer'),
            },
            { title: words('lastError'), cell: ({ reason }) => reason },
            { title: words('until'), cell: ({ pausedUntil }) => pausedUntil && ago(pausedUntil) },
          ]}
        />
      )}
      <TextLink to="/settings/pauses" size="sm" display="inline-block" mt="xs">
        {t('viewPauses')}
      </TextLink>
    </Panel>
  );
}
