import { Alert, Box, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import type { CombinedError } from 'urql';
import { RuleChoicesDocument } from '../../../generated/dashboard/rules.ts';
import type { MutationResult } from '../../client/use-mutation.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { UnsavedChanges } from '../../editing/unsaved-changes.tsx';
import { focusMisread } from '../../numbers/misread.ts';
import { WithBuilder } from '../../rules/builder.ts';
import { type Written, writeConditions } from '../../rules/draft.ts';
import { RuleGroup } from '../../rules/rule-group.tsx';
import { Total } from '../../rules/total.tsx';
import { useBuilderState } from '../../rules/use-builder-state.ts';
import { problemsOf } from '../../rules/use-counts.ts';
import { useMayWrite } from '../../session/viewer.tsx';
import { Failed } from '../../states/failed.tsx';
import { useSegmentsText } from './texts.ts';
import type { SegmentDraft } from './use-segment-draft.ts';

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();

/** Enter in a rule ends that entry. It does not save a segment whose rules are still being built. */
function withoutSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** The rule builder of a segment, with live counts. */
export function SegmentEditor({ list, listName, draft, segmentId, outcomes, onSave }: Props) {
  const t = useSegmentsText();
  const mayWrite = useMayWrite();
  const { data: choices, refetch } = useRead(RuleChoicesDocument, { list });
  useOnChange(['CONTACT_FIELD', 'SEGMENT'], refetch);
  const [refused, setRefused] = useState<{ error: CombinedError; written: Written }>();
  const [saving, setSaving] = useState(false);
  const { name, setName, conditions, setConditions, isChanged } = draft;
  const { builder, failure, unfinished } = useBuilderState({
    list,
    choices,
    conditions,
    mayWrite,
    segmentId,
    outcomes,
    refused: refused ? problemsOf(refused.error, refused.written) : NO_PROBLEMS,
    onChange: (changed) => {
      setRefused(undefined);
      setConditions(changed);
    },
  });
  const said = builder.problems;
  /** Errors without a rule, and not about the name. */
  const otherErrors = failure ?? (said.size === 0 ? refused?.error : undefined);

  const save = async () => {
    const written = writeConditions(conditions);
    setSaving(true);
    const { error } = await onSave({ name, conditions: written.conditions });
    setSaving(false);
    setRefused(error && { error, written });
    if (!error) draft.markSaved();
  };
  return (
    <WithBuilder value={builder}>
      <UnsavedChanges isDirty={mayWrite && isChanged} />
      {draft.isElsewhere && (
        <Alert color="orange" variant="outline" role="status" mb="md">
          <Group>
            <Text size="sm">{t('changedElsewhere')}</Text>
            <Button variant="default" size="xs" onClick={draft.loadTheirs}>
              {t('loadTheirs')}
            </Button>
          </Group>
        </Alert>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!saving && !focusMisread(event.currentTarget)) void save();
        }}
      >
        <Stack>
          <fieldset disabled={!mayWrite} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
            <Stack>
              <TextInput
                label={t('name')}
                maw={420}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                error={said.get('name')}
              />
              <Box onKeyDown={withoutSubmit}>
                <RuleGroup group={conditions} level={1} />
              </Box>
            </Stack>
          </fieldset>
          <Total listName={listName} unfinished={unfinished} />
          {otherErrors && <Failed error={otherErrors} />}
          {mayWrite && (
            <Group justify="flex-end">
              <Text size="sm" c="dimmed" role="status" aria-label={t('status')}>
                {isChanged ? t('unsaved') : segmentId && t('saved')}
              </Text>
              <Button type="submit" loading={saving}>
                {t('save')}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </WithBuilder>
  );
}

interface Props {
  list: string;
  listName: string;
  draft: SegmentDraft;
  /** Absent while it is not saved. */
  segmentId?: string;
  /** Whether rules match a person, by their keys. */
  outcomes?: ReadonlyMap<string, boolean>;
  onSave: (input: { name: string; conditions: Record<string, unknown> }) => Promise<MutationResult<unknown>>;
}
