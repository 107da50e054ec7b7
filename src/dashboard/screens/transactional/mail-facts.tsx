import { Anchor, Code, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextLink } from '../../shell/links.tsx';
import { Panel } from '../../shell/panel.tsx';
import { useFormat } from '../../texts/use-format.ts';
import type { OneMail } from './mail.tsx';
import { useMailText } from './mail-texts.ts';
import { Status } from './status.tsx';

/** An e-mail's sender, recipients, template and results. */
export function MailFacts({ mail }: { mail: OneMail }) {
  const say = useMailText();
  const { moment, number } = useFormat();
  const facts: [string, ReactNode][] = [
    [say('status'), <Status key="status" status={mail.status} />],
    [say('from'), mail.fromName ? `${mail.fromName} <${mail.from}>` : mail.from],
    ...addresses(say('to'), mail.to),
    ...addresses(say('cc'), mail.cc),
    ...addresses(say('bcc'), mail.bcc),
    ...given(say('replyTo'), mail.replyTo.join(', ')),
    ...made(say('template'), mail.templateId, (id) => (
      <TextLink to="/templates/$id" params={{ id }} size="sm">
        {mail.template ?? id}
      </TextLink>
    )),
    ...(mail.templateId ? [] : given(say('template'), mail.template)),
    ...made(say('automation'), mail.automationId, (automation) => (
      <TextLink
        to="/automations/$automation"
        params={{ automation }}
        search={{ step: mail.automationStep ?? undefined }}
        size="sm"
      >
        {say('toStep', { step: mail.automationStep ?? '' })}
      </TextLink>
    )),
    ...made(say('campaign'), mail.campaignId, (campaign) => (
      <TextLink to="/campaigns/$campaign" params={{ campaign }} size="sm">
        {say('testOf')}
      </TextLink>
    )),
    ...given(say('transport'), mail.transport?.name),
    ...given(say('language'), mail.locale),
    ...given(say('attachments'), mail.attachments.join(', ')),
    ...given(say('sendAt'), mail.sendAt && moment(mail.sendAt)),
    ...given(say('nextTry'), mail.message?.dueAt && mail.status === 'PENDING' ? moment(mail.message.dueAt) : null),
    [say('opens'), number(mail.opens)],
    [say('clicks'), number(mail.clicks)],
  ];
  return (
    <Panel title={say('facts')}>
      <Table layout="fixed" variant="vertical">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th w={130}>{name}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {mail.links.map(({ url, total }) => (
        <Text key={url} size="sm" mt="xs" style={{ overflowWrap: 'anywhere' }}>
          {say('clicked', { count: total })} {/^https?:\/\//i.test(url) ? <Anchor href={url}>{url}</Anchor> : url}
        </Text>
      ))}
      {Object.keys(mail.variables).length > 0 && (
        <>
          <Text size="sm" fw={600} mt="md">
            {say('variables')}
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
