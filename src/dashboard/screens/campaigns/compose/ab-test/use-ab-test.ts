import { useState } from 'react';
import type { AbTestInput, CampaignVariantInput } from '../../../../../generated/dashboard/campaigns.ts';
import type { ShownCampaign } from '../../campaign.tsx';
import type { Draft } from '../use-draft.ts';

const DEFAULTS: AbTestInput = {
  winnerBy: 'OPENS',
  samplePercent: 20,
  decideAfter: 'PT4H',
  variants: [{ name: 'A' }, { name: 'B', subject: '' }],
};

const given = (test: NonNullable<ShownCampaign['abTest']>): AbTestInput => ({
  winnerBy: test.winnerBy,
  samplePercent: test.samplePercent,
  decideAfter: test.decideAfter,
  variants: test.variants.map(({ name, subject, preheader, fromName, templateName, text }) => ({
    name,
    subject,
    preheader,
    fromName,
    text,
    template: templateName,
  })),
});

/** Whether the winner is chosen by a measure after some time, rather than by a person or for everybody at once. */
export const isDecidedLater = ({ winnerBy, samplePercent }: Pick<AbTestInput, 'winnerBy' | 'samplePercent'>): boolean =>
  winnerBy !== 'MANUAL' && samplePercent < 100;

/** The A/B test of a draft while it is edited. */
export interface EditedTest {
  /** Null: no test. */
  test: AbTestInput | null;
  put(part: Partial<AbTestInput>): void;
  vary(index: number, part: Partial<CampaignVariantInput>): void;
  toggle(isWanted: boolean): void;
  /** Saves the shown test. False if the server refused it: its errors show beside the fields. */
  save(): Promise<boolean>;
}

/** Edits are saved when a field is left, and before the campaign is sent: what the screen shows is sent. */
export function useAbTest({ abTest }: ShownCampaign, draft: Draft): EditedTest {
  const [edited, setEdited] = useState<AbTestInput | null>();
  const test = edited === undefined ? abTest && given(abTest) : edited;
  const put = (part: Partial<AbTestInput>) => test && setEdited({ ...test, ...part });
  const save = async (shown = edited) => {
    if (shown === undefined) return true;
    const isLater = shown !== null && isDecidedLater(shown);
    const isSaved = await draft.change({ abTest: shown && (isLater ? shown : { ...shown, decideAfter: null }) });
    // Later edits stay.
    if (isSaved) setEdited((now) => (now === shown ? undefined : now));
    return isSaved;
  };
  return {
    test,
    put,
    vary: (index, part) =>
      put({ variants: test?.variants.map((one, at) => (at === index ? { ...one, ...part } : one)) ?? [] }),
    toggle: (isWanted) => {
      setEdited(isWanted ? DEFAULTS : null);
      if (!isWanted) void save(null);
    },
    save: () => save(),
  };
}
