import { Button, FileButton, Group, SimpleGrid, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type PictureFragment,
  PicturesDocument,
  UploadPictureDocument,
} from '../../../../generated/dashboard/templates.ts';
import { useMutation } from '../../../client/use-mutation.ts';
import { useRead } from '../../../client/use-read.ts';
import { Dialog } from '../../../shell/dialog.tsx';
import { EmptyState } from '../../../states/empty-state.tsx';
import { Failed } from '../../../states/failed.tsx';
import { Loaded } from '../../../states/loaded.tsx';
import classes from '../templates.module.css';
import { useBlockText } from './texts.ts';

const MAX_BYTES = 10_000_000;
const DEBOUNCE_MS = 250;
/** E-mails are about 600 pixels wide, and many screens show two for each. */
const THUMBNAIL_WIDTH = 1_200;

/** The pictures of the team, to choose one, or to upload one more. */
export function PicturePicker({ onPick, onClose }: { onPick: (url: string) => void; onClose: () => void }) {
  const t = useBlockText();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const read = useRead(PicturesDocument, { search: search || null });
  const [upload, busy] = useMutation(UploadPictureDocument);
  const [error, setError] = useState<CombinedError>();
  const [tooLarge, setTooLarge] = useState(false);
  const send = async (file: File | null) => {
    if (!file) return;
    setTooLarge(file.size > MAX_BYTES);
    if (file.size > MAX_BYTES) return;
    const { data, error } = await upload({ file: await inBase64(file), name: file.name });
    setError(error);
    if (data) onPick(addressOf(data.uploadMedia.media));
  };
  return (
    <Dialog opened onClose={onClose} size="lg" title={t('yourImages')}>
      <Stack>
        <Group align="flex-end" justify="space-between">
          <TextInput
            label={t('search')}
            type="search"
            value={typed}
            onChange={({ currentTarget: { value } }) => setTyped(value)}
          />
          <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={(file) => void send(file)}>
            {(props) => (
              <Button {...props} loading={busy}>
                {t('upload')}
              </Button>
            )}
          </FileButton>
        </Group>
        {tooLarge && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {t('tooLarge')}
          </Text>
        )}
        {error && <Failed error={error} />}
        <Loaded of={read}>
          {({ mediaFiles: { nodes } }) =>
            nodes.length === 0 ? (
              <EmptyState title={t(search ? 'noMatches' : 'noImages')} />
            ) : (
              <SimpleGrid cols={{ base: 2, xs: 3, sm: 4 }}>
                {nodes.map((picture) => (
                  <UnstyledButton key={picture.id} onClick={() => onPick(addressOf(picture))}>
                    <img className={classes.picture} src={small(picture)} alt="" loading="lazy" />
                    <Text size="xs" truncate>
                      {picture.name}
                    </Text>
                  </UnstyledButton>
                ))}
              </SimpleGrid>
            )
          }
        </Loaded>
      </Stack>
    </Dialog>
  );
}

const bySize = ({ sizes }: PictureFragment) => sizes.toSorted((one, other) => one.width - other.width);

/** The widest version that an e-mail needs. */
const addressOf = (picture: PictureFragment): string =>
  (picture.width <= THUMBNAIL_WIDTH
    ? undefined
    : bySize(picture).findLast(({ width }) => width <= THUMBNAIL_WIDTH)?.url) ?? picture.url;

const small = (picture: PictureFragment): string => bySize(picture)[0]?.url ?? picture.url;

/** The bytes of a file in base64, as GraphQL takes them. */
async function inBase64(file: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
