import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { CancelImportDocument, ImportPageDocument, type ImportPageQuery } from '../../../generated/dashboard/lists.ts';
import { addressOf } from '../../client/urls.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useRead } from '../../client/use-read.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { TextLink } from '../../shell/links.tsx';
import { ScreenTitle } from '../../shell/title.tsx';
import { Failed } from '../../states/failed.tsx';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { useFormat } from '../../texts/use-format.ts';
import { FailedRows } from './failed-rows.tsx';
import { ImportProgress } from './imports.tsx';
import { useImportsText } from './imports-texts.ts';
import { ListsNav } from './nav.tsx';
import { SkippedValues } from './skipped-values.tsx';

export const ImportPage = createLazyRoute('/lists/imports/$id')({ component: ImportScreen });

const route = getRouteApi('/lists/imports/$id');

function ImportScreen() {
  const { id } = route.useParams();
  const read = useRead(ImportPageDocument, { id });
  return (
    <>
      <ListsNav />
      <Loaded of={read}>{(data) => (data.import ? <Page one={data.import} /> : <NotFound />)}</Loaded>
    </>
  );
}

type Import = NonNullable<ImportPageQuery['import']>;

function Page({ one }: { one: Import }) {
  const t = useImportsText();
  const { moment } = useFormat();
  const mayWrite = useMayWrite();
  const { id, failed, skippedValuesCount, finishedAt, failureReason, warnings, list, consent } = one;
  const [cancel, cancelling] = useMutation(CancelImportDocument);
  const [error, setError] = useState<CombinedError>();
  const stop = mayWrite && !finishedAt && (
    <Button variant="default" loading={cancelling} onClick={async () => setError((await cancel({ id })).error)}>
      {t('cancel')}
    </Button>
  );
  return (
    <>
      <ScreenTitle action={stop}>{one.fileName}</ScreenTitle>
      <Stack gap="lg">
        <Text c="dimmed">
          {list && (
            <>
              {t('targetList')}{' '}
              <TextLink to="/lists/$id" params={{ id: list.id }} underline="always">
                {list.name}
              </TextLink>
              {' · '}
            </>
          )}
          {moment(one.createdAt)}
          {one.confirmed && ` · ${t('alreadyConfirmed')}`}
          {consent && ` · ${t('consented', { consent })}`}
        </Text>
        {error && <Failed error={error} />}
        <div role="status" aria-label={t('status')}>
          {finishedAt ? <Text fw={600}>{t(one.status)}</Text> : <ImportProgress one={one} />}
        </div>
        {failureReason && (
          <Alert color="red" variant="outline">
            {failureReason}
          </Alert>
        )}
        <Counts one={one} />
        {warnings.map(({ message: warning }) => (
          <Text size="sm" key={warning}>
            {warning}
          </Text>
        ))}
        {failed > 0 && (
          <FailedRows id={id} count={failed}>
            <Group>
              <Button component="a" href={addressOf(`v1/imports/${id}/failed-rows`)} download variant="default">
                {t('download')}
              </Button>
            </Group>
          </FailedRows>
        )}
        {skippedValuesCount > 0 && <SkippedValues id={id} count={skippedValuesCount} />}
      </Stack>
    </>
  );
}

function Counts({ one }: { one: Import }) {
  const t = useImportsText();
  const { number } = useFormat();
  const counts = [
    ['added', one.added],
    ['updated', one.updated],
    ['skippedRows', one.skipped],
    ['failed', one.failed - one.skipped],
    ['invalidValues', one.skippedValuesCount],
  ] as const;
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 5 }} m={0}>
      {counts.map(([name, count]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {t(name)}
          </Text>
          <Text component="dd" size="xl" m={0}>
            {number(count)}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
