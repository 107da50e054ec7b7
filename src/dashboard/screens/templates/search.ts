import { readChoice, readTexts } from '../../shell/read-search.ts';

export const ORDERS = ['updated', 'name', 'created'] as const;

/** What the address of the gallery says. */
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

/** What a new template begins with: the key of a ready-made one, or an editor for an empty one. */
export interface StartSearch {
  from?: string | undefined;
}

export const readStartSearch = (given: Record<string, unknown>): StartSearch => readTexts(given, ['from']);

export const VIEWS = ['desktop', 'phone', 'text', 'languages'] as const;

/** What is edited of a template, and how it is shown beside that. */
export interface TemplateSearch {
  /** The language; none is the template itself. */
  language?: string | undefined;
  /** Default: as on a desktop. */
  view?: (typeof VIEWS)[number] | undefined;
  dark?: 'yes' | undefined;
  /** Where there is room for one: what is edited, or how it looks. Default: what is edited. */
  pane?: 'preview' | undefined;
  /** The address of the person whose data is shown. */
  as?: string | undefined;
}

export const readTemplateSearch = (given: Record<string, unknown>): TemplateSearch => ({
  ...readTexts(given, ['language', 'as']),
  view: readChoice(given.view, VIEWS),
  dark: readChoice(given.dark, ['yes']),
  pane: readChoice(given.pane, ['preview']),
});
