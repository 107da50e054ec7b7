import { useEffect, useState } from 'react';
import type { CombinedError } from 'urql';
import {
  type PreviewTemplateInput,
  TemplatePreviewDocument,
  type TemplatePreviewQuery,
} from '../../../../generated/dashboard/templates.ts';
import { readOnce } from '../../../client/read-once.ts';

export interface Shown {
  /** The last rendered e-mail; a failed rendering keeps it. */
  mail: TemplatePreviewQuery['previewTemplate'] | undefined;
  error: CombinedError | undefined;
}

/** How content is shown that is not saved. `looks`: another number once the brand of the team is another one. */
export function usePreview(input: PreviewTemplateInput, looks: number): Shown {
  const [shown, setShown] = useState<Shown>({ mail: undefined, error: undefined });
  const asked = JSON.stringify(input);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another brand is another picture
  useEffect(() => {
    let wanted = true;
    void readOnce(TemplatePreviewDocument, { input: JSON.parse(asked) as PreviewTemplateInput }).then(
      ({ data, error }) => {
        if (wanted) setShown(({ mail }) => ({ mail: data?.previewTemplate ?? mail, error }));
      },
    );
    return () => {
      wanted = false;
    };
  }, [asked, looks]);
  return shown;
}
