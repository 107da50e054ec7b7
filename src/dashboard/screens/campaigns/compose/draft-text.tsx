import { TextInput } from '@mantine/core';
import type { ShownCampaign } from '../campaign.tsx';
import type { Draft } from './use-draft.ts';

interface Props {
  campaign: ShownCampaign;
  draft: Draft;
  field: 'name' | 'subject' | 'preheader' | 'fromName' | 'fromEmail' | 'replyTo' | 'feedUrl';
  label: string;
  placeholder?: string;
  description?: string;
  required?: boolean;
}

/** A text of a draft, which is saved when one leaves it. Empty, it is as the template or the list says. */
export function DraftText({ campaign, draft: { change, errors }, field, required = false, ...shown }: Props) {
  const saved = campaign[field] ?? '';
  const save = (value: string) => {
    if (value !== saved) void change({ [field]: required ? value : value || null });
  };
  return (
    <TextInput
      {...shown}
      defaultValue={saved}
      error={errors[field]}
      onBlur={({ currentTarget: { value } }) => save(value)}
      onKeyDown={({ key, currentTarget: { value } }) => {
        if (key === 'Enter') save(value);
      }}
    />
  );
}
