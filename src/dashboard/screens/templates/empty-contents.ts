import type { TemplateEditor } from '../../../generated/dashboard/templates.ts';

export const EDITORS = ['BLOCKS', 'MJML', 'HTML', 'MARKDOWN'] as const satisfies readonly TemplateEditor[];

export const EDITOR_NAMES: Record<TemplateEditor, string> = {
  BLOCKS: 'Blocks',
  MJML: 'MJML',
  HTML: 'HTML',
  MARKDOWN: 'Markdown',
};

const BLOCKS = {
  settings: { background: 'brand', link_color: 'brand', font_family: 'brand', dark_mode: true },
  blocks: [
    { type: 'logo' },
    { type: 'heading', text: 'Hello{% if subscriber.first_name %} {{ subscriber.first_name }}{% endif %}' },
    { type: 'text', text: '…' },
    { type: 'footer' },
  ],
};

const FOOTER = `{% if unsubscribe_url %}<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>{% endif %}`;

/** The content of a new empty template, with a visible text and an unsubscribe link. */
export const EMPTY: Record<TemplateEditor, string> = {
  BLOCKS: JSON.stringify(BLOCKS, null, 2),
  MJML: `<mjml>
  <mj-body>
    <mj-section>
      <mj-column>
        <mj-text>Hello {{ subscriber.first_name }}</mj-text>
        <mj-text>{{ team.postal_address }} {% if unsubscribe_url %}<a href="{{ unsubscribe_url }}">Unsubscribe</a>{% endif %}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`,
  HTML: `<!doctype html>
<html>
  <body>
    <h1>Hello {{ subscriber.first_name }}</h1>
    <p>{{ team.postal_address }}</p>
    ${FOOTER}
  </body>
</html>
`,
  MARKDOWN: `# Hello {{ subscriber.first_name }}

{{ team.postal_address }}

${FOOTER}
`,
};
