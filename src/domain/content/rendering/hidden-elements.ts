import type { Element } from 'html-to-text';

/**
 * Removes invisible elements from a parsed document: `hidden`, `display:none`, and preheaders, which each mail client
 * hides by other means. Changes the document.
 */
export function removeHidden(root: Element): void {
  const left = [root];
  for (let element = left.pop(); element; element = left.pop()) {
    if (!element.children) continue;
    element.children = element.children.filter((child) => !isHidden(child));
    for (const child of element.children) left.push(child);
  }
}

function isHidden(element: Element): boolean {
  const { name, attribs } = element;
  if (name === 'template') return true;
  if (!attribs) return false;
  if (attribs.hidden !== undefined) return true;
  const style = attribs.style;
  if (!style || !MAY_HIDE.test(style)) return false;
  const styles = declared(style);
  if (styles.get('display') === 'none' || styles.get('visibility') === 'hidden') return true;
  if (styles.get('overflow') === 'hidden' && [styles.get('max-height'), styles.get('height')].some(isNothing))
    return true;
  // Only Outlook hides it. All others show a button that has another form for Outlook.
  return styles.get('mso-hide') === 'all' && !holdsLink(element);
}

const MAY_HIDE = /none|hid/i;

const isNothing = (length: string | undefined): boolean =>
  length !== undefined && /^0(?:\.0+)?(?:[a-z]+|%)?$/.test(length);

/** The declarations of a `style`: the last of a name counts, `!important` first. */
function declared(style: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of style.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').split(';')) {
    const [name = '', ...rest] = declaration.split(':');
    const property = name.trim().toLowerCase();
    const value = rest.join(':').trim().toLowerCase();
    const bare = value.replace(/(?<!\s)\s*!\s*important$/, '');
    if (bare === value && important.has(property)) continue;
    if (bare !== value) important.add(property);
    values.set(property, bare);
  }
  return values;
}

function holdsLink(element: Element): boolean {
  const left = [element];
  for (let one = left.pop(); one; one = left.pop()) {
    if (one.name === 'a') return true;
    for (const child of one.children ?? []) left.push(child);
  }
  return false;
}
