import { Select } from '@mantine/core';
import { useState } from 'react';
import {
  CampaignChoicesDocument,
  CampaignNameDocument,
  TemplateChoicesDocument,
} from '../../../generated/dashboard/rules.ts';
import { useRead } from '../../client/use-read.ts';
import { mailParts, textOf, withoutEmpty } from '../json.ts';
import { useRulesText } from '../texts.ts';
import type { ValueProps } from './rule-value.tsx';
import { Within } from './within.tsx';

interface Choice {
  value: string;
  label: string;
}

/** A campaign, found by its name; the rule keeps its id. */
export function CampaignPick({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const [typed, setTyped] = useState('');
  const parts = mailParts('campaign', value);
  const id = textOf(parts.campaign);
  const chosen = useRead(CampaignNameDocument, { id }, { pause: id === '' }).data?.campaign;
  const found = useRead(CampaignChoicesDocument, { search: typed || null }).data?.campaigns.nodes ?? [];
  const choices = found.map((one) => ({ value: one.id, label: one.name }));
  return (
    <>
      <Found
        label={t('campaign')}
        chosen={id ? { value: id, label: chosen?.name ?? id } : undefined}
        choices={choices}
        onType={setTyped}
        onChange={(one) => onChange(withoutEmpty({ ...parts, campaign: one }))}
      />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}

/** A template; the rule keeps its name. */
export function TemplatePick({ value, onChange }: ValueProps) {
  const t = useRulesText();
  const [typed, setTyped] = useState('');
  const parts = mailParts('template', value);
  const name = textOf(parts.template);
  const found = useRead(TemplateChoicesDocument, { search: typed || null }).data?.templates.nodes ?? [];
  return (
    <>
      <Found
        label={t('template')}
        chosen={name ? { value: name, label: name } : undefined}
        choices={found.map((one) => ({ value: one.name, label: one.name }))}
        onType={setTyped}
        onChange={(one) => onChange(withoutEmpty({ ...parts, template: one }))}
      />
      <Within parts={parts} onChange={onChange} />
    </>
  );
}

/** A select whose options come from a search on the server. The chosen option stays in the list. */
function Found({ label, chosen, choices, onType, onChange }: FoundProps) {
  const all = chosen && !choices.some(({ value }) => value === chosen.value) ? [chosen, ...choices] : choices;
  const search = (typed: string) => onType(typed === chosen?.label ? '' : typed);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      style={{ flex: '1 1 180px', maxWidth: 320 }}
      searchable
      value={chosen?.value ?? null}
      data={all}
      filter={({ options }) => options}
      onSearchChange={search}
      onChange={(one) => onChange(one ?? '')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}

interface FoundProps {
  label: string;
  chosen: Choice | undefined;
  choices: readonly Choice[];
  onType: (typed: string) => void;
  onChange: (value: string) => void;
}
