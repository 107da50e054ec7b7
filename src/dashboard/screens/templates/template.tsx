import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { OneTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { useRead } from '../../client/use-read.ts';
import { NotFound } from '../../states/not-found.tsx';
import { Shown } from '../../states/shown.tsx';
import { Editor } from './editor.tsx';

export const Template = createLazyRoute('/templates/$id')({ component: TemplateScreen });

const route = getRouteApi('/templates/$id');

function TemplateScreen() {
  const { id } = route.useParams();
  const read = useRead(OneTemplateDocument, { id });
  const { again } = read;
  // Nothing tells of templates that others change, so who comes back to the page looks.
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && again();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  });
  return (
    <Shown of={read} lines={12}>
      {({ template }) => (template ? <Editor key={template.id} template={template} onMissed={again} /> : <NotFound />)}
    </Shown>
  );
}
