import { Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { PayloadExamplesDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useRead } from '../../../client/use-read.ts';
import { CopyField } from '../../../editing/copy-field.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { useWebhooksText } from './texts.ts';
import { VERIFY, VERIFY_LANGUAGES, type VerifyLanguage } from './verify-snippets.ts';

/** An example payload of each event, and code that verifies it. `kinds`: the events of a webhook; all if absent. */
export function PayloadExamples({ kinds }: { kinds?: readonly string[] }) {
  const t = useWebhooksText();
  const [given, setGiven] = useState<string>();
  const [language, setLanguage] = useState<VerifyLanguage>('TypeScript');
  const read = useRead(PayloadExamplesDocument, {});
  return (
    <Panel title={t('examples')}>
      <Loaded of={read} lines={6}>
        {({ webhookKinds, installation: { referenceUrl } }) => {
          const own = webhookKinds.filter(({ kind }) => !kinds || kinds.includes(kind));
          const shown = own.length > 0 ? own : webhookKinds;
          const one = shown.find(({ name }) => name === given) ?? shown[0];
          if (!one) return null;
          return (
            <Stack gap="sm">
              <NativeSelect
                label={t('exampleOf')}
                description={one.description}
                value={one.name}
                data={shown.map(({ name }) => name)}
                onChange={({ currentTarget: { value } }) => setGiven(value)}
              />
              <CopyField label={t('examplePayload')} value={JSON.stringify(one.example, null, 2)} />
              {referenceUrl && (
                <Anchor size="sm" href={`${referenceUrl}/webhooks#${anchorOf(one.name)}`}>
                  {t('reference')}
                </Anchor>
              )}
              <NativeSelect
                label={t('verifyWith')}
                value={language}
                data={[...VERIFY_LANGUAGES]}
                onChange={({ currentTarget: { value } }) => setLanguage(value as VerifyLanguage)} // one of them
              />
              <CopyField label={t('verification')} visible={false} value={VERIFY[language]} />
              <Text size="sm" c="dimmed">
                {t('verifyHint')}
              </Text>
            </Stack>
          );
        }}
      </Loaded>
    </Panel>
  );
}

/** The id of a kind on the page of the reference: `mailBounced` for `mail.bounced`. */
const anchorOf = (name: string): string => name.replace(/[._](.)/g, (_, letter: string) => letter.toUpperCase());
