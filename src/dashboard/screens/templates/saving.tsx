import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { CombinedError } from 'urql';
import { type TemplateWholeFragment, UpdateTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { draftOf, inputOf, isSame } from './draft.ts';
import { useEditorText } from './editor-texts.ts';
import { useDraft } from './use-draft.ts';

const isConflict = (error: CombinedError | undefined): boolean =>
  error?.graphQLErrors[0]?.extensions?.code === 'CONFLICT';

/**
 * Saves a template draft only over the version it started from, unless the user overwrites a newer one. `template` is the
 * server's latest known version.
 */
export function useSaving(template: TemplateWholeFragment, onMissed: () => void) {
  const [from, setFrom] = useState(template);
  const drafting = useDraft(draftOf(template));
  const [error, setError] = useState<CombinedError>();
  const [change, busy] = useMutation(UpdateTemplateDocument);
  const { draft } = drafting;
  const isDirty = !isSame(draft, draftOf(from));
  const isNewer = !busy && template.updatedAt > from.updatedAt;
  /** Loads the server's version and drops the draft. */
  const loadTheirs = () => {
    setFrom(template);
    setError(undefined);
    drafting.begin(draftOf(template));
  };
  if (isNewer && !isDirty) loadTheirs();
  /** Whether it is saved. */
  const save = async ({ over = false } = {}): Promise<boolean> => {
    const unchangedSince = over ? null : from.updatedAt;
    const { data, error } = await change({ input: { id: template.id, ...inputOf(draft), unchangedSince } });
    setError(error);
    if (isConflict(error)) onMissed();
    if (!data) return false;
    setFrom(data.updateTemplate.template);
    drafting.settle(draft, draftOf(data.updateTemplate.template));
    return true;
  };
  /** An edit clears the last refusal. */
  const write: typeof drafting.write = (draft, field) => {
    setError(undefined);
    drafting.write(draft, field);
  };
  return {
    ...drafting,
    write,
    isDirty,
    busy,
    save,
    loadTheirs,
    hasConflict: isDirty && isNewer,
    error: isConflict(error) ? undefined : error,
  };
}

/** Two people changed the template: the second to save chooses a version. */
export function Conflict({ saving: { loadTheirs, save, busy } }: { saving: ReturnType<typeof useSaving> }) {
  const t = useEditorText();
  return (
    <Alert color="orange" variant="outline" role="alert" title={t('conflict')}>
      <Text size="sm">{t('conflictHint')}</Text>
      <Group mt="sm">
        <Button variant="default" size="xs" onClick={loadTheirs}>
          {t('loadTheirs')}
        </Button>
        <Button variant="default" size="xs" loading={busy} onClick={() => void save({ over: true })}>
          {t('overwrite')}
        </Button>
      </Group>
    </Alert>
  );
}
