import { PasswordInput, SimpleGrid, Switch, TextInput } from '@mantine/core';
import {
  ChangeTransportDocument,
  type ChangeTransportMutation,
  CreateTransportDocument,
  type CreateTransportMutation,
  type TlsMode,
  type TransportRowFragment,
} from '../../../../generated/dashboard/transports.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { Fields } from '../../../editing/fields.tsx';
import { HeaderFields, headerRows, headersInput } from '../../../editing/header-fields.tsx';
import { useHeaderText } from '../../../editing/header-texts.ts';
import { MoreSettings } from '../../../editing/more-settings.tsx';
import { orNull, useFields } from '../../../editing/use-fields.ts';
import { NumberEntry } from '../../../numbers/number-entry.tsx';
import { useViewer } from '../../../session/viewer.tsx';
import { DomainLimits } from './domain-limits.tsx';
import { type FillIn, ProviderChoice } from './provider-choice.tsx';
import { useTransportsText } from './texts.ts';
import { TransportSecurity, TransportTls } from './transport-security.tsx';
import { TransportLogin, TransportTokens, tokensInput, tokensOf } from './transport-tokens.tsx';

/** A mail server and its login. An empty password keeps the current one, which is never shown. */
export function TransportForm({ transport, onSaved, onClose }: Props) {
  const t = useTransportsText();
  const tHeader = useHeaderText();
  const { hasMailServer } = useViewer().team;
  const [create] = useMutation(CreateTransportDocument);
  const [change] = useMutation(ChangeTransportDocument);
  const fields = useFields({
    name: transport?.name ?? '',
    host: transport?.host ?? '',
    port: (transport?.port ?? 587) as number | null,
    secure: transport?.secure ?? false,
    tls: (transport?.tls ?? '') as string,
    ca: transport?.ca ?? '',
    fingerprint: transport?.fingerprint ?? '',
    ehloName: transport?.ehloName ?? '',
    headers: headerRows(transport?.headers),
    user: transport?.user ?? '',
    password: '',
    oauth2: tokensOf(transport?.oauth2),
    connections: (transport?.connections ?? 5) as number | null,
    messagesPerMinute: transport?.messagesPerMinute ?? null,
    isDefault: transport?.isDefault ?? !hasMailServer,
    warmUpStartedOn: transport?.warmUpStartedOn ?? '',
    domainLimits:
      transport?.domainLimits.map(({ domain, connections, messagesPerMinute }) => ({
        domain,
        connections: connections ?? null,
        messagesPerMinute: messagesPerMinute ?? null,
      })) ?? [],
  });
  const { password, oauth2, user, warmUpStartedOn, tls, ca, fingerprint, ehloName, headers, ...rest } = fields.values;
  const save = async () => {
    const input = {
      ...rest,
      user: orNull(user),
      warmUpStartedOn: orNull(warmUpStartedOn),
      ca: orNull(ca),
      fingerprint: orNull(fingerprint),
      ehloName: orNull(ehloName),
      headers: headersInput(headers),
      tls: (tls || null) as TlsMode | null,
      ...(password !== '' && { password }),
      ...tokensInput(oauth2, transport?.oauth2),
    };
    const send = async () => (transport ? change({ input: { id: transport.id, ...input } }) : create({ input }));
    const saved = await fields.save<CreateTransportMutation | ChangeTransportMutation>(send);
    if (!saved) return;
    onSaved('createTransport' in saved ? saved.createTransport.transport : saved.updateTransport.transport);
    onClose();
  };
  const fill: FillIn = (filled) => {
    for (const [key, value] of Object.entries(filled)) fields.set(key, value);
  };
  const oauth2Error = (field: string) =>
    fields.errorOf(`oauth2.${field}`) ?? (field === 'provider' ? fields.errorOf('oauth2') : undefined);
  return (
    <Fields of={fields} onSave={() => void save()} onCancel={onClose}>
      {!transport && <ProviderChoice onFill={fill} />}
      <TextInput label={t('name')} data-autofocus {...fields.text('name')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={t('host')} placeholder="smtp.provider.example" {...fields.text('host')} />
        <NumberEntry decimals={0} label={t('port')} {...fields.number('port')} />
      </SimpleGrid>
      <Switch label={t('secure')} description={t('secureHint')} {...fields.box('secure')} />
      <TransportTls text={fields.text} />
      <TransportLogin
        tokens={fields.values.oauth2}
        onChange={(tokens) => fields.set('oauth2', tokens)}
        error={oauth2Error('provider')}
      />
      <SimpleGrid cols={{ base: 1, xs: fields.values.oauth2.method === '' ? 2 : 1 }}>
        <TextInput label={t('user')} autoComplete="off" {...fields.text('user')} />
        {fields.values.oauth2.method === '' && (
          <PasswordInput
            label={t('password')}
            description={transport && t('passwordKept')}
            inputWrapperOrder={HINT_BELOW}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...fields.text('password')}
          />
        )}
      </SimpleGrid>
      <TransportTokens
        tokens={fields.values.oauth2}
        onChange={(tokens) => fields.set('oauth2', tokens)}
        errorOf={oauth2Error}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberEntry decimals={0} label={t('connections')} {...fields.number('connections')} />
        <NumberEntry
          decimals={0}
          label={t('perMinute')}
          description={t('noLimitHint')}
          inputWrapperOrder={HINT_BELOW}
          {...fields.number('messagesPerMinute')}
        />
      </SimpleGrid>
      <TextInput
        label={t('warmUpStartedOn')}
        description={t('warmUpHint')}
        type="date"
        {...fields.text('warmUpStartedOn')}
      />
      <Switch label={t('isDefault')} {...fields.box('isDefault')} />
      <MoreSettings isWrong={COLLAPSED.some((field) => fields.errorOf(field))}>
        <TransportSecurity text={fields.text} />
        <HeaderFields
          rows={fields.values.headers}
          description={tHeader('transportHint')}
          errorOf={fields.errorOf}
          onChange={(rows) => fields.set('headers', rows)}
        />
      </MoreSettings>
      <DomainLimits
        limits={fields.values.domainLimits}
        onChange={(limits) => fields.set('domainLimits', limits)}
        errorOf={(path) => fields.errorOf(`domainLimits.${path}`)}
      />
    </Fields>
  );
}

/** Aligns two fields beside each other. */
const HINT_BELOW = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];

/** The fields that are folded away. */
const COLLAPSED = ['ca', 'fingerprint', 'ehloName', 'headers'];

interface Props {
  /** Absent when creating one. */
  transport: TransportRowFragment | undefined;
  /** Gets the saved transport. */
  onSaved: (transport: TransportRowFragment) => void;
  onClose: () => void;
}
