import { Anchor, Code, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { OneMail } from './mail.tsx';
import { useMailText } from './mail-texts.ts';
import { Status } from './status.tsx';

/** An e-mail's sender, recipients, template and results. */
export function MailDetails({ mail }: { mail: OneMail }) {
  const t = useMailText();
  const { moment, number } = useFormat();
  const waiting = mail.message?.waiting;
  const ends = waiting?.until ? ` (${t('until', { when: moment(waiting.until) })})` : '';
  const details: [string, ReactNode][] = [
    [t('status'), <Status key="status" mail={mail} />],
    [t('from'), mail.fromName ? `${mail.fromName} <${mail.from}>` : mail.from],
    ...addresses(t('to'), mail.to),
    ...addresses(t('cc'), mail.cc),
    ...addresses(t('bcc'), mail.bcc),
    ...given(t('replyTo'), mail.replyTo.join(', ')),
    ...made(t('template'), mail.templateId, (id) => (
      <TextLink to="/templates/$id" params={{ id }} size="sm">
        {mail.templateName ?? id}
      </TextLink>
    )),
    ...(mail.templateId ? [] : given(t('template'), mail.templateName)),
    ...made(t('automation'), mail.automationId, (automation) => (
      <TextLink
        to="/automations/$automation"
        params={{ automation }}
        search={{ step: mail.automationStep ?? undefined }}
        size="sm"
      >
        {t('step', { step: mail.automationStep ?? '' })}
      </TextLink>
    )),
    ...made(t('campaign'), mail.campaignId, (campaign) => (
      <TextLink to="/campaigns/$campaign" params={{ campaign }} size="sm">
        {t('campaignTest')}
      </TextLink>
    )),
    ...given(t('transport'), mail.transport?.name),
    ...given(t('language'), mail.locale),
    ...given(t('attachments'), mail.attachments.join(', ')),
    ...given(t('sendAt'), mail.sendAt && moment(mail.sendAt)),
    ...given(t('waitsFor'), waiting && `${t(waiting.reason)}${ends}`),
    ...given(t('nextAttempt'), mail.message?.dueAt && mail.status === 'PENDING' ? moment(mail.message.dueAt) : null),
    [t('opens'), number(mail.opens)],
    [t('clicks'), number(mail.clicks)],
  ];
  return (
    <Panel title={t('details')}>
      <Table layout="fixed" variant="vertical">
        <Table.Tbody>
          {details.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {mail.links.map(({ url, total }) => (
        <Text key={url} size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {t('clicked', { count: total })} {/^https?:\/\//i.test(url) ? <Anchor href={url}>{url}</Anchor> : url}
        </Text>
      ))}
      {Object.keys(mail.variables).length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md">
            {t('variables')}
          </Text>
          <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {JSON.stringify(mail.variables, null, 2)}
          </Code>
        </>
      )}
    </Panel>
  );
}

const given = (name: string, value: string | null | undefined): [string, ReactNode][] => (value ? [[name, value]] : []);

/** A link to its source, if that has an id. */
const made = (name: string, id: string | null | undefined, link: (id: string) => ReactNode): [string, ReactNode][] =>
  id ? [[name, link(id)]] : [];

const addresses = (name: string, list: readonly string[]): [string, ReactNode][] =>
  list.length === 0
    ? []
    : [
        [
          name,
          list.map((email) => (
            <div key={email}>
              <TextLink to="/people/$email" params={{ email }} size="sm">
                {email}
              </TextLink>
            </div>
          )),
        ],
      ];
