import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { OneTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { useChanged } from '../../client/use-changed.ts';
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
  useChanged(['TEMPLATE'], again, id);
  return (
    <Shown of={read} lines={12}>
      {({ template }) => (template ? <Editor key={template.id} template={template} onMissed={again} /> : <NotFound />)}
    </Shown>
  );
}
