import { createLazyRoute, getRouteApi } from '@tanstack/react-router';
import { OneTemplateDocument } from '../../../generated/dashboard/templates.ts';
import { useOnChange } from '../../client/use-on-change.ts';
import { useRead } from '../../client/use-read.ts';
import { Loaded } from '../../states/loaded.tsx';
import { NotFound } from '../../states/not-found.tsx';
import { Editor } from './editor.tsx';

export const Template = createLazyRoute('/templates/$id')({ component: TemplateScreen });

const route = getRouteApi('/templates/$id');

function TemplateScreen() {
  const { id } = route.useParams();
  const read = useRead(OneTemplateDocument, { id });
  const { refetch } = read;
  useOnChange(['TEMPLATE'], refetch, id);
  return (
    <Loaded of={read} lines={12}>
      {({ template }) =>
        template ? <Editor key={template.id} template={template} onMissed={refetch} /> : <NotFound />
      }
    </Loaded>
  );
}
