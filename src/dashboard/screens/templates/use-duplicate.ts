import { type CombinedError, useClient } from 'urql';
import { CreateTemplateDocument, OneTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { useMutation } from '../../client/use-mutation.ts';
import { useGalleryText } from './texts.ts';
import { underFreeName } from './under-free-name.ts';

/** Copies a template under a free name. Returns its id or the error. */
export function useDuplicate() {
  const t = useGalleryText();
  const client = useClient();
  const [create] = useMutation(CreateTemplateDocument);
  return async (id: string): Promise<{ id?: string | undefined; error?: CombinedError | undefined }> => {
    const { data, error } = await client.query(OneTemplateDocument, { id }).toPromise();
    if (!data?.template) return { error };
    const { name, editor, subject, content, styles, text, localeVariants } = data.template;
    const copy = { editor, subject, content, styles, text, localeVariants };
    const made = await underFreeName(t('copyOf', { name }), (name) => create({ input: { ...copy, name } }));
    return { id: made.data?.createTemplate.template.id, error: made.error };
  };
}
