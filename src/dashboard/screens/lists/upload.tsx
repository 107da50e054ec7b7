import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { isRecord, sendFile } from '../../client/send-file.ts';
import { useStateText } from '../../states/texts.ts';
import { useFormat } from '../../texts/use-format.ts';
import type { Fields } from './csv-preview.ts';
import { useNewImportText } from './new-import-texts.ts';
import { useListsText } from './texts.ts';

const route = getRouteApi('/lists/imports/new');

interface Props {
  list: { id: string; name: string };
  file: File;
  fields: Fields;
  /** Whether the server would take the file as it is said to be. */
  ready: boolean;
  problem: string | undefined;
}

/** Uploads the file, then opens its import. Leaving the page earlier cancels the upload. */
export function Upload({ list, file, fields, ready, problem }: Props) {
  const t = useNewImportText();
  const tState = useStateText();
  const tLists = useListsText();
  const { percent } = useFormat();
  const navigate = route.useNavigate();
  const [share, setShare] = useState<number>();
  const [refused, setRefused] = useState<string>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async () => {
    const sending = new AbortController();
    stop.current = sending;
    setRefused(undefined);
    setShare(0);
    const answer = await sendFile(`v1/lists/${list.id}/imports`, file, {
      fields,
      signal: sending.signal,
      onProgress: setShare,
    });
    setShare(undefined);
    if (isRecord(answer.data)) {
      await navigate({ to: '/lists/imports/$id', params: { id: String(answer.data.id) } });
    } else {
      setRefused(answer.unreachable ? tState('unreachable') : answer.problem);
    }
  };
  const cancel = () => {
    stop.current?.abort();
    setShare(undefined);
  };
  const wrong = refused ?? problem;
  return (
    <Stack>
      {wrong && (
        <Alert color="red" variant="outline" role="alert">
          {wrong}
        </Alert>
      )}
      {share === undefined ? (
        <Group>
          <Button disabled={!ready} onClick={() => void send()}>
            {t('importInto', { list: list.name })}
          </Button>
        </Group>
      ) : (
        <Group wrap="nowrap">
          <Stack gap={4} flex={1} role="status">
            <Text size="sm">{share < 1 ? t('uploaded', { share: percent(share) }) : t('uploadComplete')}</Text>
            <Progress value={share * 100} aria-label={file.name} transitionDuration={0} />
          </Stack>
          <Button variant="default" onClick={cancel}>
            {tLists('cancel')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
