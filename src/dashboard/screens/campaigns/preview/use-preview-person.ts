import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import {
  AudienceOfDocument,
  OneRecipientDocument,
  type RecipientFragment,
} from '../../../../generated/dashboard/campaigns.ts';
import { useRead } from '../../../client/use-read.ts';

const route = getRouteApi('/campaigns/$campaign');

/** The person in a preview. The address holds it, so it can be shared. */
interface PreviewPerson {
  person: RecipientFragment | undefined;
  search: string;
  find(words: string): void;
  /** Shows the previous or next person; undefined at the ends. */
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** The person whom the address names, or the draft's first recipient, with links to the next. */
export function usePreviewPerson(id: string): PreviewPerson {
  const { person: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const [search, find] = useState('');
  const words = useDeferredValue(search);
  const people = useRead(AudienceOfDocument, { id, search: words || null }).data?.campaign?.audience.nodes ?? [];
  const one = useRead(OneRecipientDocument, { id: chosen ?? '' }, { pause: chosen === undefined });
  const named = chosen === undefined ? undefined : (one.data?.subscriber ?? undefined);
  const person = (words === '' || people.some((other) => other.id === named?.id) ? named : undefined) ?? people[0];
  const at = people.findIndex((other) => other.id === person?.id);
  const to = (other: RecipientFragment | undefined) =>
    other && (() => void navigate({ search: (now) => ({ ...now, person: other.id }), replace: true }));
  return { person, search, find, previous: to(people[at - 1]), next: to(people[at + 1]) };
}
