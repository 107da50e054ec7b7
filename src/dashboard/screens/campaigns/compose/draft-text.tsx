import { Textarea, TextInput } from '@mantine/core';
import type { ShownCampaign } from '../campaign.tsx';
import type { Draft } from './use-draft.ts';

interface Props {
  campaign: ShownCampaign;
  draft: Draft;
  field: 'name' | 'subject' | 'preheader' | 'text' | 'fromName' | 'fromEmail' | 'replyTo' | 'feedUrl';
  label: string;
  placeholder?: string;
  description?: string;
  required?: boolean;
  /** Whether it may have several lines. */
  lines?: boolean;
}

/** A text of a draft, saved on leaving the field. Empty: the template's or the list's. */
export function DraftText({
  campaign,
  draft: { change, errors },
  field,
  required = false,
  lines = false,
  ...shown
}: Props) {
  const saved = campaign[field] ?? '';
  const save = (value: string) => {
    if (value !== saved) void change({ [field]: required ? value : value || null });
  };
  const input = { ...shown, defaultValue: saved, error: errors[field] };
  if (lines) {
    return (
      <Textarea {...input} autosize minRows={4} maxRows={14} onBlur={({ currentTarget: { value } }) => save(value)} />
    );
  }
  return (
    <TextInput
      {...input}
      onBlur={({ currentTarget: { value } }) => save(value)}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') save(value);
      }}
    />
  );
}
