import { readChoice, readTexts } from '../../shell/read-search.ts';

export const ORDERS = ['updated', 'name', 'created'] as const;

/** The address of the gallery. */
export interface GallerySearch {
  search?: string | undefined;
  order?: (typeof ORDERS)[number] | undefined;
  /** The cursor of the template before the page, or after it. */
  after?: string | undefined;
  before?: string | undefined;
}

export const readGallerySearch = (given: Record<string, unknown>): GallerySearch => ({
  ...readTexts(given, ['search', 'after', 'before']),
  order: readChoice(given.order, ORDERS),
});

/** The start of a new template: the key of a ready-made one, or an editor for an empty one. */
export interface StartSearch {
  from?: string | undefined;
}

export const readStartSearch = (given: Record<string, unknown>): StartSearch => readTexts(given, ['from']);

export const VIEWS = ['desktop', 'phone', 'text', 'languages'] as const;

/** The open part of a template, and the view of its preview. */
export interface TemplateSearch {
  /** The language; none is the template itself. */
  language?: string | undefined;
  /** Default: as on a desktop. */
  view?: (typeof VIEWS)[number] | undefined;
  dark?: 'yes' | undefined;
  /** On narrow windows: the editor or the preview. Default: the editor. */
  pane?: 'preview' | undefined;
  /** The address of the person whose data is shown. */
  as?: string | undefined;
  /** Opens with the dialog for a test e-mail. */
  test?: 'yes' | undefined;
}

export const readTemplateSearch = (given: Record<string, unknown>): TemplateSearch => ({
  ...readTexts(given, ['language', 'as']),
  view: readChoice(given.view, VIEWS),
  dark: readChoice(given.dark, ['yes']),
  pane: readChoice(given.pane, ['preview']),
  test: readChoice(given.test, ['yes']),
});
