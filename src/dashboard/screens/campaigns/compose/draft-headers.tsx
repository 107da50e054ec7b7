import { useState } from 'react';
import { messagesAt } from '../../../client/field-errors.ts';
import { type Header, HeaderFields, headerRows, headersInput } from '../../../editing/header-fields.tsx';
import { useHeaderText } from '../../../editing/header-texts.ts';
import type { ShownCampaign } from '../campaign.tsx';
import type { Draft } from './use-draft.ts';

interface Props {
  campaign: ShownCampaign;
  draft: Draft;
}

/** The headers of a draft, saved when the focus leaves them. */
export function DraftHeaders({ campaign, draft: { change, errors } }: Props) {
  const t = useHeaderText();
  const [rows, setRows] = useState(() => headerRows(campaign.headers));
  const save = (given: readonly Header[]) => {
    const headers = headersInput(given);
    if (JSON.stringify(headers) !== JSON.stringify(campaign.headers)) void change({ headers });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that the fields in it are left
    <div
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget) || currentTarget.querySelector('[data-misread]')) return;
        save(rows);
      }}
    >
      <HeaderFields
        rows={rows}
        description={t('campaignHint')}
        errorOf={(path) => messagesAt(errors, path)[0]}
        onChange={setRows}
        onRemove={(left) => {
          setRows(left);
          save(left);
        }}
      />
    </div>
  );
}
