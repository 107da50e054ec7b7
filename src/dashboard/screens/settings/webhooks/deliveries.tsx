import { Group, NativeSelect, Stack } from '@mantine/core';
import { useThrottledCallback } from '@mantine/hooks';
import { DeliveredDocument, DeliveriesDocument } from '../../../../generated/dashboard/webhooks.ts';
import { useLive } from '../../../client/use-live.ts';
import { useRead } from '../../../client/use-read.ts';
import { useMayWrite } from '../../../session/viewer.tsx';
import { Panel } from '../../../shell/panel.tsx';
import { readChoice } from '../../../shell/read-search.ts';
import { EmptyState } from '../../../states/empty-state.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import { Pages, pageOf } from '../../../tables/pages.tsx';
import { Delivery } from './delivery.tsx';
import { RedeliverFailed } from './redeliver-failed.tsx';
import { type DeliverySearch, STATUSES } from './search.ts';
import { useWebhooksText } from './texts.ts';
import { useKinds } from './use-kinds.ts';

/** The page is read again at most this often, however many changes arrive. */
const RELOAD_MS = 1_000;

/** A webhook's deliveries, newest first, live. */
export function Deliveries({
  id,
  search,
  onSearch,
}: {
  id: string;
  search: DeliverySearch;
  onSearch: (change: DeliverySearch) => void;
}) {
  const t = useWebhooksText();
  const mayWrite = useMayWrite();
  const { kind: given, status, after, before } = search;
  const { kinds, kindName } = useKinds();
  const kind = kinds?.find(({ name }) => name === given)?.kind;
  const pause = given !== undefined && kinds === undefined;
  const read = useRead(
    DeliveriesDocument,
    { id, kinds: kind ? [kind] : null, statuses: status ? [status] : null, ...pageOf({ after, before }, 25) },
    { pause },
  );
  const refetch = useThrottledCallback(read.refetch, RELOAD_MS);
  useLive(DeliveredDocument, { webhookId: id }, refetch);
  const filter = (change: DeliverySearch) => onSearch({ after: undefined, before: undefined, ...change });
  return (
    <Panel title={t('deliveries')}>
      <Stack>
        <Group align="flex-end">
          <NativeSelect
            label={t('status')}
            value={status ?? ''}
            onChange={(event) => filter({ status: readChoice(event.currentTarget.value, STATUSES) })}
            data={[{ value: '', label: t('any') }, ...STATUSES.map((value) => ({ value, label: t(value) }))]}
          />
          <NativeSelect
            label={t('kind')}
            value={given ?? ''}
            onChange={(event) => filter({ kind: event.currentTarget.value || undefined })}
            data={[{ value: '', label: t('any') }, ...(kinds ?? []).map(({ name }) => ({ value: name, label: name }))]}
          />
          {mayWrite && <RedeliverFailed id={id} onDone={read.refetch} />}
        </Group>
        <Loaded of={read}>
          {({ webhook }) => {
            const { nodes = [], pageInfo } = webhook?.deliveries ?? {};
            if (nodes.length === 0) return <EmptyState title={t('noDeliveries')}>{t('noDeliveriesHint')}</EmptyState>;
            return (
              <>
                <Stack gap={0}>
                  {nodes.map((delivery) => (
                    <Delivery
                      key={delivery.id}
                      kindName={kindName(delivery.kind)}
                      delivery={delivery}
                      onChanged={read.refetch}
                    />
                  ))}
                </Stack>
                {pageInfo && <Pages info={pageInfo} onPageChange={filter} />}
              </>
            );
          }}
        </Loaded>
      </Stack>
    </Panel>
  );
}
