import { useBlockText } from './texts.ts';

const NAMES = [
  ...([
    'text',
    'level',
    'align',
    'color',
    'size',
    'src',
    'alt',
    'href',
    'width',
    'full',
    'no_track',
    'no_track_all',
    'background',
    'height',
  ] as const),
  ...([
    'links',
    'boxed',
    'network',
    'url',
    'author',
    'code',
    'note',
    'items',
    'columns',
    'name',
    'price',
    'button',
  ] as const),
  ...([
    'totals',
    'label',
    'value',
    'strong',
    'test',
    'html',
    'unsubscribe',
    'preferences',
    'keep',
    'over',
    'as',
  ] as const),
  ...(['content_background', 'link_color', 'font_family', 'corners', 'dark_mode', 'language'] as const),
] as const;

/** How a value of a block is called. */
export function useFieldLabel(): (key: string) => string {
  const t = useBlockText();
  return (key) => {
    const known = NAMES.find((name) => name === key);
    return known ? t(`f_${known}`) : key;
  };
}
