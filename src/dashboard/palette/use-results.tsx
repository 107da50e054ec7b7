import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { FindQuery } from '../../generated/dashboard/palette.ts';
import { screens } from '../screens.ts';
import type { Language } from '../texts/language.ts';
import { hasWords } from './has-words.ts';
import { usePaletteText } from './texts.ts';

const ADDRESS = /^\S+@\S+\.\S+$/;

interface Named {
  id: string;
  name: string;
  list?: { name: string } | null | undefined;
}

/** Search results by kind, each with a link to its screen. A full address links to its person, known or not. */
export function useResults(typed: string, found: FindQuery | undefined): SpotlightActionGroupData[] {
  const t = usePaletteText();
  const navigate = useNavigate();
  const language = useTranslation().i18n.language as Language;
  const of = (name: string) => screens.find((screen) => screen.name === name) ?? screens[0];
  /** While a longer text is being searched, earlier results are shown only if they match it too. */
  const group = (kind: string, actions: SpotlightActionData[]) => ({
    group: of(kind).title[language],
    actions: actions.filter(({ keywords }) => keywords === undefined || hasWords(String(keywords), typed.trim())),
  });
  const row = (kind: string, { id, name, list }: Named, open: () => void): SpotlightActionData => {
    const { icon: Icon } = of(kind);
    return {
      id,
      label: name,
      keywords: name,
      leftSection: <Icon aria-hidden />,
      onClick: open,
      ...(list && { description: t('list', { name: list.name }) }),
    };
  };
  const { icon: Person } = of('people');
  const openPerson = (email: string) => () => void navigate({ to: '/people/$email', params: { email } });
  const people = (found?.people ?? []).map(({ email, subscriptions }): SpotlightActionData => {
    const { firstName, lastName } = subscriptions.nodes[0] ?? {};
    const name = [firstName, lastName].filter(Boolean).join(' ');
    return {
      id: email,
      label: email,
      keywords: `${email} ${name}`,
      leftSection: <Person aria-hidden />,
      onClick: openPerson(email),
      ...(name && { description: name }),
    };
  });
  const address = typed.trim().toLowerCase();
  const isNew = ADDRESS.test(address) && !people.some(({ id }) => id === address);
  const anybody: SpotlightActionData = {
    id: 'address',
    label: t('person', { email: address }),
    leftSection: <Person aria-hidden />,
    onClick: openPerson(address),
  };
  return [
    group('people', isNew ? [...people, anybody] : people),
    group(
      'campaigns',
      (found?.campaigns.nodes ?? []).map((one) =>
        row('campaigns', one, () => void navigate({ to: '/campaigns/$campaign', params: { campaign: one.id } })),
      ),
    ),
    group(
      'templates',
      (found?.templates.nodes ?? []).map((one) =>
        row('templates', one, () => void navigate({ to: '/templates/$id', params: { id: one.id } })),
      ),
    ),
    group(
      'lists',
      (found?.lists.nodes ?? []).map((one) =>
        row('lists', one, () => void navigate({ to: '/lists/$id', params: { id: one.id } })),
      ),
    ),
    group(
      'segments',
      (found?.segments?.nodes ?? []).map((one) =>
        row('segments', one, () => void navigate({ to: '/segments/$id', params: { id: one.id } })),
      ),
    ),
    group(
      'automations',
      (found?.automations.nodes ?? []).map((one) =>
        row(
          'automations',
          one,
          () => void navigate({ to: '/automations/$automation', params: { automation: one.id } }),
        ),
      ),
    ),
  ];
}
